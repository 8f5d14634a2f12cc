import { FileImage, FileText } from 'lucide-react';
import type { ReactElement } from 'react';
import { kindWord } from '../intake/item-columns.tsx';

const pictures: readonly string[] = ['JPG', 'JPEG', 'PNG', 'TIF', 'TIFF', 'GIF', 'BMP', 'WEBP', 'HEIC'];

/** The kind of a file as a small picture, with its word. */
export function FileKind({ name }: { readonly name: string }): ReactElement {
  const word = kindWord(name);
  const Icon = pictures.includes(word) ? FileImage : FileText;
  return (
    <span title={word}>
      <Icon aria-hidden style={{ display: 'block' }} />
      <span className="spoken">{word}</span>
    </span>
  );
}
