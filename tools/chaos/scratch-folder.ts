import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Provides a folder that every account can enter during `work`. */
export async function inScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-chaos-'));
  fs.chmodSync(folder, 0o755);
  try {
    return await work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}
