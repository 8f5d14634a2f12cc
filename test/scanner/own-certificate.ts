import { generateKeyPairSync, sign } from 'node:crypto';

/** An element of DER (X.690): tag, length, content. */
function element(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), body]);
}

const sequence = (...content: readonly Buffer[]): Buffer => element(0x30, ...content);
/** ecdsa-with-SHA256, 1.2.840.10045.4.3.2. */
const signatureKind = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));

function named(name: string): Buffer {
  const commonName = Buffer.from('0603550403', 'hex');
  return sequence(element(0x31, sequence(commonName, element(0x0c, Buffer.from(name)))));
}

/**
 * A certificate as scanners make them for themselves (RFC 5280): signed by nobody else, for a name that is not its address, and
 * past its time. In PEM, with its key; both are made anew each time.
 */
export function ownCertificate(): { readonly cert: string; readonly key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = named('Test Scanner 9000');
  const times = sequence(...['150101000000Z', '200101000000Z'].map((time) => element(0x17, Buffer.from(time))));
  const spoken = sequence(
    element(0x02, Buffer.from([1])),
    signatureKind,
    name,
    times,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', spoken, privateKey);
  const whole = sequence(spoken, signatureKind, element(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
  };
}
