import { X509Certificate } from 'node:crypto';

/** Expiry of a certificate. */
export interface CertificateEnd {
  file: string;
  subject: string;
  endMs: number;
}

const PEM = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END (?:TRUSTED )?CERTIFICATE-----/g;
/** Maximum number of certificates read from a bundle. */
const MAX_OF_CHAIN = 20;
const MAX_SUBJECT = 200;

/**
 * The expiry of the certificate in a PEM or DER file; undefined without one. For a chain, that of the leaf: the first
 * certificate that is not an authority, else the first. Pure.
 */
export function certificateEnd(file: string, content: Buffer): CertificateEnd | undefined {
  const blocks = content.toString('latin1').match(PEM)?.slice(0, MAX_OF_CHAIN) ?? [content];
  const found = blocks.flatMap((block) => parseCertificate(block) ?? []);
  const leaf = found.find(({ ca }) => !ca) ?? found[0];
  if (!leaf) return undefined;
  const endMs = Date.parse(leaf.validTo);
  if (!Number.isFinite(endMs)) return undefined;
  const subject = (/^CN=(.*)$/m.exec(leaf.subject)?.[1] ?? leaf.subject).replaceAll('\n', ', ').slice(0, MAX_SUBJECT);
  return { file, subject: subject.toWellFormed(), endMs };
}

function parseCertificate(content: string | Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(content);
  } catch {
    return undefined;
  }
}

/** One line about the certificate that expires first. Pure. */
export function certificateText({ file, subject, endMs }: CertificateEnd): string {
  return `${subject}: ${new Date(endMs).toISOString().slice(0, 10)}, ${file}`;
}
