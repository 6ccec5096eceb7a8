import { FlagSetting, ListSetting, NumberSetting, TextSetting, UrlSetting } from '@wardstone/config';

/** Settings of the agent. */
export class AgentConfig {
  @UrlSetting({ protocols: ['http', 'https'], description: 'URL of the gateway' })
  WARDSTONE_URL: string = 'http://localhost:8080';

  @TextSetting({
    optional: true,
    description: 'Name of the agent; defaults to that of its join token, or to the host name',
  })
  AGENT_NAME?: string;

  @TextSetting({
    optional: true,
    description: 'Join token, used once: `npm run account -- invite` prints one; in a cluster a service-account token',
  })
  AGENT_TOKEN?: string;

  @TextSetting({ optional: true, description: 'File with the join token, in place of AGENT_TOKEN' })
  AGENT_TOKEN_FILE?: string;

  @NumberSetting({
    min: 0,
    max: 3650,
    description: 'Days after which the agent replaces its key; 0 for never',
  })
  AGENT_KEY_DAYS: number = 30;

  @TextSetting({
    optional: true,
    description: 'Account of an agent that has a password: it registers a key with it, once',
  })
  AGENT_USER?: string;

  @TextSetting({ optional: true, description: 'Password of the account' })
  AGENT_PASSWORD?: string;

  @TextSetting({ optional: true, description: 'File with the password of the account, in place of AGENT_PASSWORD' })
  AGENT_PASSWORD_FILE?: string;

  @TextSetting({ description: 'Folder of the key, state and undelivered reports' })
  AGENT_STATE_DIR: string = '.data/agent';

  @TextSetting({
    oneOf: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
    description: 'Minimum severity of log lines',
  })
  LOG_LEVEL: string = 'info';

  @ListSetting({
    description:
      'Programs whose processes are servers, as TYPE=PROGRAM; an unknown type becomes the name of a Server Process',
  })
  AGENT_PROCESSES: string[] = ['PostgreSQL=postgres', 'nginx=nginx', 'OpenSSH=sshd'];

  @ListSetting({
    description: 'Log files of the machine, in any folder, whose lines of severity WARN or above become events',
  })
  AGENT_LOG_FILES: string[] = ['/var/log/syslog', '/var/log/messages'];

  @TextSetting({
    description: 'Folders below which the agent opens files and folders named by the server, separated as in PATH',
  })
  AGENT_LOG_ROOTS: string = '/var/log';

  @FlagSetting({
    description: 'Report virtual network adapters that were never in use (ifb0, dummy0), too',
  })
  AGENT_UNUSED_ADAPTERS: boolean = false;

  @NumberSetting({ min: 1, max: 10_080, description: 'Minutes between two discoveries' })
  AGENT_DISCOVERY_MINUTES: number = 15;

  @NumberSetting({ min: 1, max: 3_600, description: 'Seconds between two synchronisations of schedules' })
  AGENT_SYNC_SECONDS: number = 60;

  @NumberSetting({ min: 1, max: 100_000, description: 'Buffer for reports while the server is unreachable, in MiB' })
  AGENT_BUFFER_MIB: number = 64;

  @NumberSetting({
    min: 1,
    max: 600,
    description: 'Time limit of a request, in seconds, excluding long polls for work',
  })
  AGENT_REQUEST_TIMEOUT_SECONDS: number = 30;

  @FlagSetting({
    description: 'Import the machine and its servers once, if the server allows it (AGENTS_IMPORT)',
  })
  AGENT_IMPORT: boolean = false;

  @NumberSetting({
    min: 30,
    max: 86_400,
    optional: true,
    description: 'Collection interval of imported resources, in seconds; defaults to that of the plugin',
  })
  AGENT_IMPORT_INTERVAL_SECONDS?: number;

  @NumberSetting({
    min: 100,
    max: 3_600_000,
    optional: true,
    description: 'Collection interval of all metrics, in milliseconds, overriding schedules; for tests',
  })
  AGENT_COLLECT_EVERY_MS?: number;
}
