import { join } from 'node:path';
import { hotFolderSchema, type HotFolder } from '../../../shared/settings.ts';
import { practiceConnectionId, practiceProjectId } from './practice-settings.ts';

const names = { en: 'Practice inbox', de: 'Übungseingang' } as const;

/** The hot folder of the practice service, under a name of the language that Mailroom speaks as practice begins. */
export function practiceFolder(dataDirectory: string, language: 'en' | 'de'): HotFolder {
  return hotFolderSchema.parse({
    id: 'practice-inbox',
    name: names[language],
    folder: join(dataDirectory, 'practice-inbox'),
    rule: {
      connectionId: practiceConnectionId,
      projectId: practiceProjectId,
      export: { folder: join(dataDirectory, 'xml') },
    },
  });
}
