// Shared by the tours: address of the product, login, and reports of failures. Environment: WARDSTONE_URL,
// WARDSTONE_USER, WARDSTONE_PASSWORD; else GATEWAY_PORT and DATA_DIR, as for `npm start`.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the checkout. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const url = process.env.WARDSTONE_URL || `http://localhost:${process.env.GATEWAY_PORT || 8080}`;

/** A failure whose message says everything. */
export class TourError extends Error {}

function authorization() {
  const file = path.join(path.resolve(root, process.env.DATA_DIR || '.data'), 'admin-password');
  const user = process.env.WARDSTONE_USER || 'admin';
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  const password = process.env.WARDSTONE_PASSWORD || process.env.ADMIN_PASSWORD || kept;
  if (!password) throw new TourError(`Give the password of ${user} in WARDSTONE_PASSWORD.`);
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** Any response, including redirections. */
export async function call(method, address, { headers = {}, body } = {}) {
  const answer = await fetch(address, {
    method,
    headers: { Authorization: authorization(), ...headers },
    body,
    redirect: 'manual',
  }).catch(() => {
    throw new TourError(`No response from ${url}: is "npm start" running?`);
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = bytes.toString();
  return { status: answer.status, headers: answer.headers, bytes, text, json: () => JSON.parse(text) };
}

/** The response, which must be a success. */
export async function request(method, address, options) {
  const answer = await call(method, address, options);
  if (answer.status < 400) return answer;
  throw new TourError(`${method} ${address} was answered ${answer.status}: ${answer.text}`);
}

/** Runs a tour; the process ends with 1 when it fails. */
export async function run(tour) {
  try {
    await tour();
  } catch (error) {
    console.error(error instanceof TourError ? error.message : error);
    process.exitCode = 1;
  }
}
