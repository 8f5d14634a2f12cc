/** A picture of which a copy is to be made that the service takes. */
export interface PictureToConvert {
  readonly path: string;
  /** One of `convertedTypes`. */
  readonly mediaType: string;
  /** Where the copy goes: a JPEG, or a PDF where the file has several pictures. */
  readonly jpeg: string;
  readonly pdf: string;
  readonly title: string;
  /** When the file last changed, ms. */
  readonly changedAt: number;
}

/** The copy of a picture: what it is, and the fingerprint of the file it was made of (hex). */
export interface ConvertedPicture {
  readonly of: string;
  readonly mediaType: 'image/jpeg' | 'application/pdf';
}

/** Why a picture that may be sound is not read: codes of the errors, and keys of the house that the faults' words explain. */
export const pictureProblems = ['picture-too-large', 'too-many-pictures', 'picture-not-read'] as const;

/** The error for one of {@link pictureProblems}. */
export function pictureError(code: (typeof pictureProblems)[number]): Error {
  return Object.assign(new Error(`no copy of the picture: ${code}`), { code });
}

/** Pixels row by row from above: red, green and blue, and opacity where there are four. */
export interface Pixels {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}
