import path from 'node:path';
import {
  AccountStore,
  EnrolmentService,
  EnrolmentStore,
  KeyFile,
  PasswordHasher,
  enrolmentsFile,
} from '@wardstone/auth';
import { SystemClock } from '@wardstone/clock';
import { accountsFile, makeGatewayFolder, signingKeyFile } from './start/services';
import { workspaceRoot } from './workspace';

/** The organisation of the administrator, and of accounts that name none. */
export const DEFAULT_ORG = 'default';

/** The folder of this installation's data: DATA_DIR, or .data in the checkout. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env): string {
  return path.resolve(workspaceRoot(), env['DATA_DIR'] || '.data');
}

/** The local accounts of an installation; running services notice changes within seconds. */
export function openAccounts(dataDir: string): AccountStore {
  makeGatewayFolder(dataDir);
  return new AccountStore({
    file: accountsFile(dataDir),
    clock: new SystemClock(),
    hasher: new PasswordHasher(),
  });
}

/** One-time tokens with which agents register. */
export function openEnrolments(dataDir: string): EnrolmentService {
  const accounts = openAccounts(dataDir);
  const store = new EnrolmentStore({ file: enrolmentsFile(accountsFile(dataDir)), clock: new SystemClock() });
  return new EnrolmentService(accounts, store);
}

/** The keys with which the gateway signs; a running one notices changes within a second. */
export function openSigningKeys(dataDir: string): KeyFile {
  makeGatewayFolder(dataDir);
  return new KeyFile(signingKeyFile(dataDir), new SystemClock());
}
