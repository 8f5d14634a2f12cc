import { X509Certificate } from 'node:crypto';
import { printed } from '../../platform/system-program.ts';

/** Where Windows keeps the authorities that it trusts: its own, the company's from the directory, and those by policy; then the user's. */
const windowsStores = [
  'HKLM\\SOFTWARE\\Microsoft\\SystemCertificates\\ROOT\\Certificates',
  'HKLM\\SOFTWARE\\Microsoft\\EnterpriseCertificates\\Root\\Certificates',
  'HKLM\\SOFTWARE\\Policies\\Microsoft\\SystemCertificates\\Root\\Certificates',
  'HKCU\\SOFTWARE\\Microsoft\\SystemCertificates\\Root\\Certificates',
  'HKCU\\SOFTWARE\\Policies\\Microsoft\\SystemCertificates\\Root\\Certificates',
];

/** That of the administrator holds certificates of services too: only authorities of it are taken. */
const macKeychains = [
  '/Library/Keychains/System.keychain',
  '/System/Library/Keychains/SystemRootCertificates.keychain',
];

/** The property of a stored certificate that holds the certificate itself (CERT_CERT_PROP_ID), and the size of a property's head. */
const certificateProperty = 32;
const headSize = 12;

/** A certificate (DER or PEM); null: it is none. */
export function readCertificate(bytes: Buffer | string): X509Certificate | null {
  try {
    return new X509Certificate(bytes);
  } catch {
    return null;
  }
}

/**
 * The certificates in what `reg query … /s /v Blob` prints, as PEM. A blob is a row of properties: number, 1, length (four bytes
 * each, low byte first), value. What is no certificate is left out.
 */
export function certificatesOfRegistry(text: string): readonly string[] {
  return [...text.matchAll(/REG_BINARY\s+([0-9a-f]+)/giu)].flatMap(([, hex = '']) => {
    const blob = Buffer.from(hex, 'hex');
    for (let at = 0; at + headSize <= blob.length;) {
      const length = blob.readUInt32LE(at + 8);
      if (blob.readUInt32LE(at) === certificateProperty) {
        const certificate = readCertificate(blob.subarray(at + headSize, at + headSize + length));
        return certificate === null ? [] : [certificate.toString()];
      }
      at += headSize + length;
    }
    return [];
  });
}

async function read(): Promise<readonly string[]> {
  if (process.platform === 'win32') {
    const stores = await Promise.all(
      windowsStores.map((store) => printed('reg', ['query', store, '/s', '/v', 'Blob'])),
    );
    return stores.flatMap((store) => certificatesOfRegistry(store ?? ''));
  }
  if (process.platform !== 'darwin') return [];
  const found = await printed('/usr/bin/security', ['find-certificate', '-a', '-p', ...macKeychains]);
  const all = found?.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/gu) ?? [];
  return all.filter((pem) => readCertificate(pem)?.ca === true);
}

let known: Promise<readonly string[]> | null = null;

/** The authorities that Windows or macOS trusts, as PEM, read once; none elsewhere, where a bundle lies on the disk. */
export async function systemAuthorities(): Promise<readonly string[]> {
  known ??= read();
  try {
    return await known;
  } catch {
    known = null;
    return [];
  }
}
