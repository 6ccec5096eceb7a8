import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DATABASES, type DatabaseName, StartError } from './settings';

export interface Secrets {
  databaseAdminPassword: string;
  databasePasswords: Record<DatabaseName, string>;
  /** Private Ed25519 key as a JWK, with which the gateway signs identities. */
  signingKeyFile: string;
}

/** The secrets of this installation, made up at the first start. */
export function loadSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json');
  if (!fs.existsSync(file)) {
    if (fs.existsSync(path.join(dataDir, 'postgres'))) {
      throw new StartError(`${file} is missing, and the database beside it cannot be opened without it: restore it.`);
    }
    writeSecretFile(file, `${JSON.stringify(makeUpPasswords(), null, 2)}\n`);
  }
  const signingKeyFile = path.join(dataDir, 'gateway-signing-key.json');
  if (!fs.existsSync(signingKeyFile)) writeSecretFile(signingKeyFile, `${JSON.stringify(makeSigningKey(), null, 2)}\n`);
  const passwords = JSON.parse(fs.readFileSync(file, 'utf8')) as ReturnType<typeof makeUpPasswords>;
  return { ...passwords, signingKeyFile };
}

/** Readable by its owner only, and never half written. */
export function writeSecretFile(file: string, text: string): void {
  const partial = `${file}.${process.pid}`;
  fs.rmSync(partial, { force: true });
  fs.writeFileSync(partial, text, { mode: 0o600, flush: true });
  fs.renameSync(partial, file);
}

function makeUpPasswords() {
  return {
    databaseAdminPassword: randomBytes(24).toString('base64url'),
    databasePasswords: Object.fromEntries(
      DATABASES.map((name) => [name, randomBytes(24).toString('base64url')]),
    ) as Record<DatabaseName, string>,
  };
}

function makeSigningKey() {
  const { privateKey } = generateKeyPairSync('ed25519');
  const jwk = privateKey.export({ format: 'jwk' });
  // RFC 7638: the members of the public key in this order, nothing else.
  const thumbprint = JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x });
  const kid = createHash('sha256').update(thumbprint).digest('base64url');
  return { ...jwk, kid, alg: 'EdDSA', use: 'sig' };
}
