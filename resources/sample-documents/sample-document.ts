/** One sample file and what must become of it when a folder with it is taken in. */
export type SampleDocument = {
  /** The file name, exactly as on disk (one of them is in NFD). */
  readonly name: string;
  readonly path: string;
  /** What the content is, as a sniffing intake finds it; what is not accepted or not a document has its own type too. */
  readonly mediaType: string;
  /** Becomes a document; is recorded as a duplicate of `twin`; is held for a person; is never taken in at all. */
  readonly expect: 'document' | 'duplicate' | 'held' | 'ignored';
  /** Why it is there, in one plain sentence. */
  readonly note: string;
  /** `now`: finished when the call that made it ends. `later`: plays out over seconds. */
  readonly arrival: 'now' | 'later';
  /** Of two files with the same content, the other one's name: whichever is looked at first becomes the document. */
  readonly twin?: string;
};

/** A sample before it is on disk: everything that is known about it, and how its bytes are made. */
export type SampleRecipe = Omit<SampleDocument, 'path' | 'arrival'> & {
  readonly build: () => Uint8Array | Promise<Uint8Array>;
};

/** The media types of the samples; all but the last two are accepted by the document service. */
export const MEDIA_TYPES = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  tiff: 'image/tiff',
  xml: 'application/xml',
  json: 'application/json',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  html: 'text/html',
  program: 'application/x-msdownload',
  unfinished: 'application/octet-stream',
} as const;
