import net, { isIP, type Socket } from 'node:net';
import tls from 'node:tls';
import { certificateValues, requireValidCertificate } from './certificate';
import { pinLookup, type ProbeContext, ProbeFailed, type ProbeResponse, toSafeText } from './probe-outcome';
import type { ProbeProperties } from './probe-properties';

const MAX_BANNER_BYTES = 4 * 1024;

/** Connects, and reads a greeting if one is expected. */
export async function probeTcp(properties: ProbeProperties, context: ProbeContext): Promise<ProbeResponse> {
  const host = properties.requiredText('host');
  const port = properties.port(0);
  const banner = properties.text('banner');
  const addresses = await context.targets.resolve(host, port);
  const socket = net.connect({ host: bareHost(host), port, lookup: pinLookup(addresses) });
  return whileOpen(socket, context.signal, 'connect', async () => {
    if (banner === undefined) return { result: 'connected' };
    const text = await readUntil(socket, banner);
    if (text.includes(banner)) return { result: 'connected' };
    throw new ProbeFailed(text === '' ? 'no greeting' : `the greeting is ${toSafeText(text, 100)}`);
  });
}

/** Completes a TLS handshake, and checks the certificate. */
export async function probeTls(properties: ProbeProperties, context: ProbeContext): Promise<ProbeResponse> {
  const host = properties.requiredText('host');
  const port = properties.port(443);
  const name = properties.text('serverName')?.trim() ?? bareHost(host);
  const addresses = await context.targets.resolve(host, port);
  const socket = tls.connect({
    host: bareHost(host),
    port,
    lookup: pinLookup(addresses),
    ...(isIP(name) === 0 && { servername: name }),
    // Checked below, so that an invalid certificate still reports its days left.
    rejectUnauthorized: false,
  });
  return whileOpen(socket, context.signal, 'secureConnect', () => {
    if (properties.flag('verifyCertificate', true)) requireValidCertificate(socket, context.nowMs);
    const values = certificateValues(socket, context.nowMs);
    return Promise.resolve({ result: socket.getProtocol() ?? 'connected', values });
  });
}

function bareHost(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/** Runs the work on the open socket and destroys the socket afterwards, after failures and aborts, too. */
async function whileOpen(
  socket: Socket,
  signal: AbortSignal,
  opened: 'connect' | 'secureConnect',
  work: () => Promise<ProbeResponse>,
): Promise<ProbeResponse> {
  try {
    return await new Promise((resolve, reject) => {
      const abort = (): void => void socket.destroy(signal.reason as Error);
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true });
      socket.on('error', reject);
      socket.once('close', () => {
        signal.removeEventListener('abort', abort);
        reject(new ProbeFailed('the connection was closed'));
      });
      socket.once(opened, () => void Promise.resolve().then(work).then(resolve, reject));
    });
  } finally {
    socket.destroy();
  }
}

/** Reads until the text has arrived, up to the size limit. */
async function readUntil(socket: Socket, text: string): Promise<string> {
  let read = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    read = Buffer.concat([read, chunk]).subarray(0, MAX_BANNER_BYTES);
    if (read.length >= MAX_BANNER_BYTES || read.toString().includes(text)) break;
  }
  return read.toString();
}
