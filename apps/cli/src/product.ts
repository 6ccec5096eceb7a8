import fs from 'node:fs';
import path from 'node:path';

/** The folder of the installed package or of the checkout, with the services' documents. */
export function productFolder(): string {
  let folder = __dirname;
  while (!fs.existsSync(path.join(folder, 'docs', 'openapi'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`no documents of the services above ${__dirname}`);
    folder = parent;
  }
  return folder;
}

export function productVersion(): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(productFolder(), 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}
