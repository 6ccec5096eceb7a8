import type { TLSSocket } from 'node:tls';
import { ProbeFailed, type ProbeOutcome, toSafeText } from './probe-outcome';

const DAY_MS = 24 * 60 * 60_000;

/** Metrics of the server's certificate. */
export function certificateValues(socket: TLSSocket, nowMs: number): ProbeOutcome['values'] {
  const certificate = socket.getPeerCertificate();
  const endMs = Date.parse(certificate.valid_to ?? '');
  if (!Number.isFinite(endMs)) return {};
  const name = [certificate.subject?.CN ?? ''].flat()[0]!;
  const text = `${toSafeText(name, 200)}: ${new Date(endMs).toISOString().slice(0, 10)}`;
  return { daysLeft: (endMs - nowMs) / DAY_MS, certificate: text };
}

/** @throws ProbeFailed when the certificate is not valid for the name */
export function requireValidCertificate(socket: TLSSocket, nowMs: number): void {
  if (socket.authorized) return;
  // Typed as Error, but Node.js sets the code or the message.
  const reason = String(socket.authorizationError);
  throw new ProbeFailed(`the certificate is not valid: ${toSafeText(reason)}`, certificateValues(socket, nowMs));
}
