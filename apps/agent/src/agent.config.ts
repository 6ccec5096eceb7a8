import { FlagSetting, ListSetting, NumberSetting, TextSetting, UrlSetting } from '@wardstone/config';

/** Settings of the agent. */
export class AgentConfig {
  @UrlSetting({ protocols: ['http', 'https'], description: 'URL of the gateway' })
  WARDSTONE_URL: string = 'http://localhost:8080';

  @TextSetting({
    optional: true,
    description: 'Name of the agent; defaults to that of its one-time token, or to the host name',
  })
  AGENT_NAME?: string;

  @TextSetting({
    optional: true,
    description: 'One-time token for enrolment: `npm run account -- invite NAME` prints one',
  })
  AGENT_TOKEN?: string;

  @TextSetting({ optional: true, description: 'Account of the agent, instead of one obtained with a token' })
  AGENT_USER?: string;

  @TextSetting({ optional: true, description: 'Password of the account' })
  AGENT_PASSWORD?: string;

  @TextSetting({ optional: true, description: 'File with the password of the account, in place of AGENT_PASSWORD' })
  AGENT_PASSWORD_FILE?: string;

  @TextSetting({ description: 'Folder of credentials, state and undelivered reports' })
  AGENT_STATE_DIR: string = '.data/agent';

  @TextSetting({
    oneOf: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
    description: 'Least severe log line written',
  })
  LOG_LEVEL: string = 'info';

  @ListSetting({
    description:
      'Programs whose processes are servers, as TYPE=PROGRAM; a type that no plugin has is the name of a Server Process',
  })
  AGENT_PROCESSES: string[] = ['PostgreSQL=postgres', 'nginx=nginx', 'OpenSSH=sshd'];

  @ListSetting({
    description: 'Log files of the machine whose lines of severity WARN and above become events, in any folder',
  })
  AGENT_LOG_FILES: string[] = ['/var/log/syslog', '/var/log/messages'];

  @TextSetting({
    description: 'Folders below which the agent opens files and folders named by the server, separated as in PATH',
  })
  AGENT_LOG_ROOTS: string = '/var/log';

  @NumberSetting({ min: 1, max: 10_080, description: 'Minutes between two discoveries' })
  AGENT_DISCOVERY_MINUTES: number = 15;

  @NumberSetting({ min: 1, max: 3_600, description: 'Seconds between two synchronisations of schedules' })
  AGENT_SYNC_SECONDS: number = 60;

  @NumberSetting({ min: 1, max: 100_000, description: 'Buffer for reports while the server is unreachable, in MiB' })
  AGENT_BUFFER_MIB: number = 64;

  @NumberSetting({ min: 1, max: 600, description: 'Time limit of a request, in seconds, without the wait for work' })
  AGENT_REQUEST_TIMEOUT_SECONDS: number = 30;

  @FlagSetting({
    description: 'Import its machine and the servers on it, once, if the server allows it (AGENTS_IMPORT)',
  })
  AGENT_IMPORT: boolean = false;

  @NumberSetting({
    min: 30,
    max: 86_400,
    optional: true,
    description: 'Collection interval of imported resources, in seconds; that of the plugin when absent',
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
