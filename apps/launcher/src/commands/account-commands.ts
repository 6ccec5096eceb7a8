import { FIRST_ADMINISTRATOR, ROLES, ROLE_NAMES } from '@wardstone/permissions';
import { type AddCommands, collect, toAction, withExamples } from '../../../cli/src';
import type * as Account from './account';

const ROLE_LIST = ROLE_NAMES.map((role) => `  ${role.padEnd(10)} ${ROLES[role].description}`).join('\n');
const ORG = ['--org <id>', 'organisation', FIRST_ADMINISTRATOR.orgId] as const;

/** Commands for local accounts of the installation in DATA_DIR or DATABASE_URL_GATEWAY, running or not. */
export const addAccountCommands: AddCommands = (program, shell) => {
  /** Loaded on demand, because accounts need the gateway's database and its libraries. */
  const on = <Args extends unknown[]>(
    work: (account: typeof Account, say: Account.Say, ...args: Args) => Promise<void>,
  ) =>
    toAction(shell, async (...args: Args) => {
      const account = await import('./account.js');
      await account.explainFailures(() => work(account, (line) => shell.output.write(`${line}\n`), ...args));
    });

  const group = program
    .command('account')
    .summary('Local accounts, tokens and keys of the installation here, without a login.')
    .description(
      'The local accounts of the installation in DATA_DIR, or in the database DATABASE_URL_GATEWAY, running or not. ' +
        'Passwords are prompted for, or read from standard input.',
    )
    .helpCommand(false)
    .addHelpText('after', `\nRoles:\n${ROLE_LIST}`);
  withExamples(
    group.command('add <name>'),
    'account add alice --role operator --name "Alice Lee"',
    'account add exporter --role metrics --service',
  )
    .requiredOption('--role <role>', 'role, repeatable', collect)
    .option(...ORG)
    .option('--name <text>', 'name of the person, shown beside the user name')
    .option('--service', 'for a program, not a person')
    .description('Create an account.')
    .action(on((account, say, name: string, options: Account.NewAccount) => account.add(say, name, options)));
  withExamples(group.command('passwd <name>'), 'account passwd alice')
    .description('Change the password of an account.')
    .action(on((account, say, name: string) => account.changePassword(say, name)));
  withExamples(group.command('sign-out <name>'), 'account sign-out alice')
    .description(
      'End all browser sessions and access tokens of a local account, or the sessions of a person who signs in by OIDC ' +
        '(the subject is in the audit log); tokens of programs stay valid.',
    )
    .action(on((account, say, name: string) => account.signOut(say, name)));
  withExamples(group.command('remove <name>'), 'account remove alice')
    .description('Remove an account, and its join token.')
    .action(on((account, say, name: string) => account.remove(say, name)));
  withExamples(group.command('list'), 'account list')
    .option('--subjects', 'show the stable id of each account, which owns its systems')
    .description('List the accounts.')
    .action(on((account, say, options: { subjects?: boolean }) => account.list(say, options)));
  withExamples(
    group.command('invite [name]'),
    'account invite web-2',
    "account invite --uses 200 --days 30 --pattern 'node-*'",
  )
    .option('--uses <n>', 'number of agents that can use the token, each with its own name')
    .option('--days <n>', 'days until the token expires', '1')
    .option('--pattern <names>', 'allowed names of the agents; * matches any text')
    .option('--group <name>', 'monitoring group that their machines join when imported')
    .option('--import', 'allow the agents to import their machines')
    .option(...ORG)
    .description('Print a join token, which an agent uses once (setting AGENT_TOKEN).')
    .action(
      on((account, say, name: string | undefined, options: Account.Invited) => account.invite(say, name, options)),
    );
  withExamples(group.command('invitations'), 'account invitations')
    .option(...ORG)
    .description('List the join tokens.')
    .action(on((account, say, options: { org: string }) => account.listInvitations(say, options)));
  withExamples(group.command('revoke <id>'), 'account revoke ID')
    .option(...ORG)
    .description('Revoke a join token.')
    .action(on((account, say, id: string, options: { org: string }) => account.revokeInvitation(say, id, options)));
  withExamples(group.command('rotate-key'), 'account rotate-key')
    .option('--revoke', 'end existing tokens within a minute')
    .description('Create a new signing key; existing tokens stay valid until they expire.')
    .action(on((account, say, options: { revoke?: boolean }) => account.rotateKey(say, options)));

  const token = group.command('token').description('Tokens of programs.').helpCommand(false);
  withExamples(token.command('add <name>'), 'account token add exporter --name "nightly export" --expires 365')
    .requiredOption('--name <text>', 'purpose of the token')
    .option('--role <role>', 'role, repeatable; default: all roles of the account', collect)
    .option('--expires <days>', 'days until the token expires; default: never')
    .description('Create a token for programs that act as the account, and print it.')
    .action(on((account, say, name: string, options: Account.NewToken) => account.addToken(say, name, options)));
  withExamples(token.command('list <name>'), 'account token list exporter')
    .description('List the tokens of an account.')
    .action(on((account, say, name: string) => account.listTokens(say, name)));
  withExamples(token.command('revoke <id>'), 'account token revoke ID')
    .description('Revoke a token within seconds.')
    .action(on((account, say, id: string) => account.revokeToken(say, id)));
};
