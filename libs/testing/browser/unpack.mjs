// node unpack.mjs: unpacks the packaged Chromium, its libraries and its fonts into the folder for temporary files.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';

const packed = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'bin');
await chromium.executablePath(packed);
await inflate(join(packed, 'al2023.tar.br'));
