export { DEFAULT_ORG, openSigningKeys, withAccounts, withAccountsAt } from './accounts';
export { APP_SETTINGS, type AppName } from './app-settings';
export { administratorUrl, backUp } from './backup';
export { addAccountCommands } from './commands/account-commands';
export { addBackupCommand } from './commands/backup-command';
export { makeEnvironment } from './environment';
export { hostUsers } from './host-users';
export { migrate } from './migrate';
export { start } from './start';
