import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';

type Schema = Readonly<Record<string, unknown>>;

/**
 * An independent reader of JSON Schema 2020-12, which shares nothing with the schemas that client and practice service read with.
 * It is strict: an unknown keyword or format throws, so that nothing passes unchecked.
 */
function createReader(): Ajv2020 {
  // Unions of types and properties named beside no type are allowed by the standard; only these two of its cautions are off.
  const reader = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false, strictRequired: false });
  addFormats(reader);
  reader.addKeyword('x-unknown');
  return reader;
}

/** Answers what is wrong with a value by one of the schemas of a document; null: nothing. */
export type ProblemOf = (value: unknown, schema: Schema) => string | null;

/** A reader of the schemas that stand in a document (`root`) and point into it by `#/…`. */
export function createProblemOf(root: Schema): ProblemOf {
  const reader = createReader();
  reader.addSchema({ $id: 'document', components: root['components'] }, undefined, false, false);
  // An OpenAPI document is no schema: only what its components say is read as one, by its place in the document.
  reader.addVocabulary(['components']);
  const known = new WeakMap<Schema, ValidateFunction>();
  return (value, schema) => {
    const validate = known.get(schema) ?? reader.compile(placed(schema));
    known.set(schema, validate);
    if (validate(value)) return null;
    return reader.errorsText(validate.errors, { dataVar: '$' });
  };
}

/** The same schema with its references into the document spelled out. */
function placed(schema: Schema): Schema {
  const read: unknown = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/'));
  return typeof read === 'object' && read !== null ? { ...read } : {};
}
