import { FlagSetting, ListSetting, NumberSetting, readSecret, TextSetting, UrlSetting } from '@wardstone/config';
import { Matches } from 'class-validator';

/** Settings of the agent. */
export class AgentConfig {
  @UrlSetting('URL of the gateway', { protocols: ['http', 'https'] })
  WARDSTONE_URL: string = 'http://localhost:8080';

  @TextSetting('Name of the agent; defaults to that of its join token, or to the host name', { optional: true })
  AGENT_NAME?: string;

  @TextSetting(
    'Join token, used once: `npx wardstone account invite` prints one; in a cluster a service-account token',
    {
      optional: true,
    },
  )
  AGENT_TOKEN?: string;

  @TextSetting('File with the join token, in place of AGENT_TOKEN', { optional: true })
  AGENT_TOKEN_FILE?: string;

  @NumberSetting('Days after which the agent replaces its key; 0: never', { min: 0, max: 3650 })
  AGENT_KEY_DAYS: number = 30;

  @TextSetting('Folder of the key, state and undelivered reports')
  AGENT_STATE_DIR: string = '.data/agent';

  @TextSetting('Minimum severity of log lines', { oneOf: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] })
  LOG_LEVEL: string = 'info';

  @ListSetting(
    'Programs whose processes are reported as servers, as TYPE=PROGRAM; unknown types are reported as a Server Process of that name',
  )
  AGENT_PROCESSES: string[] = ['PostgreSQL=postgres', 'nginx=nginx', 'OpenSSH=sshd'];

  @ListSetting('Log files whose lines of severity WARN or above become events')
  AGENT_LOG_FILES: string[] = ['/var/log/syslog', '/var/log/messages'];

  @TextSetting('Folders in which the agent may open files that the server names, separated as in PATH')
  AGENT_LOG_ROOTS: string = '/var/log';

  @TextSetting(
    'Folders whose files the agent may watch for changes, separated as in PATH, e.g. /etc; by default none',
    { optional: true },
  )
  AGENT_FILE_ROOTS?: string;

  @ListSetting(
    'Watched files whose text is reported, as patterns of absolute paths, e.g. /etc/hosts,/etc/nginx/**; secrets are withheld; by default none',
  )
  @Matches(/^\//, { each: true, message: 'AGENT_FILE_TEXTS must be absolute paths' })
  AGENT_FILE_TEXTS: string[] = [];

  @ListSetting(
    'Certificate files or folders (PEM or DER) whose days until expiry the agent reports; in folders: .pem, .crt, .cer, .cert and .der',
  )
  @Matches(/^\//, { each: true, message: 'AGENT_CERTIFICATES must be absolute paths' })
  AGENT_CERTIFICATES: string[] = [];

  @ListSetting('systemd units that people may start, stop, restart and reload through the server, e.g. nginx')
  AGENT_UNITS: string[] = [];

  @TextSetting('Absolute path of systemctl, or of a program that calls it with permissions which the agent lacks')
  @Matches(/^\//, { message: 'AGENT_SYSTEMCTL must be an absolute path' })
  AGENT_SYSTEMCTL: string = '/usr/bin/systemctl';

  @FlagSetting('Let people read the last lines of the files in AGENT_LOG_FILES through the server')
  AGENT_LOG_TAIL: boolean = false;

  @TextSetting('Folder of scripts that people may run through the server, as its scripts.json declares', {
    optional: true,
  })
  @Matches(/^\//, { message: 'AGENT_SCRIPTS must be an absolute path' })
  AGENT_SCRIPTS?: string;

  @ListSetting(
    'Parts of the configuration of the host that are reported: kernel, packages, units, sysctl, mounts, sockets, users',
  )
  AGENT_CONFIGURATION: string[] = [];

  @ListSetting(
    'Signals that people may send to processes through the server, as PROGRAM:SIGNAL, e.g. nginx:HUP,nginx:USR1; by default none',
  )
  AGENT_SIGNALS: string[] = [];

  @ListSetting(
    'Targets that probes may reach: HOST, *.DOMAIN, ADDRESS or NETWORK/BITS, with or without :PORT, :FIRST-LAST or :ping; by default none',
  )
  AGENT_PROBE_TARGETS: string[] = [];

  @FlagSetting('Also report virtual network adapters that were never used (ifb0, dummy0)')
  AGENT_UNUSED_ADAPTERS: boolean = false;

  @NumberSetting('Minutes between discoveries', { min: 1, max: 10_080 })
  AGENT_DISCOVERY_MINUTES: number = 15;

  @NumberSetting('Seconds between synchronisations of schedules', { min: 1, max: 3_600 })
  AGENT_SYNC_SECONDS: number = 60;

  @NumberSetting('Buffer for reports while the server is unreachable, in MiB', { min: 1, max: 100_000 })
  AGENT_BUFFER_MIB: number = 64;

  @NumberSetting('Time limit of a request, in seconds, excluding long polls for work', { min: 1, max: 600 })
  AGENT_REQUEST_TIMEOUT_SECONDS: number = 30;

  @ListSetting(
    'Prometheus exporters that the agent scrapes, as URL or JOB=URL, e.g. node=http://127.0.0.1:9100/metrics',
  )
  AGENT_SCRAPE: string[] = [];

  @NumberSetting('Seconds between scrapes of an exporter', { min: 1, max: 86_400 })
  AGENT_SCRAPE_SECONDS: number = 60;

  @FlagSetting('Register the host as a system in compliance, and scan it for its policies')
  AGENT_COMPLIANCE: boolean = true;

  @TextSetting('Absolute path of the scanner (oscap)')
  @Matches(/^\//, { message: 'AGENT_OSCAP must be an absolute path' })
  AGENT_OSCAP: string = '/usr/bin/oscap';

  @FlagSetting('Whether AGENT_OSCAP can read the whole host although the agent is not root')
  AGENT_OSCAP_PRIVILEGED: boolean = false;

  @TextSetting('Folder of guides (ssg-*-ds.xml) that the agent offers for import, if they are for its operating system')
  @Matches(/^\//, { message: 'AGENT_GUIDES must be an absolute path' })
  AGENT_GUIDES: string = '/usr/share/xml/scap/ssg/content';

  @NumberSetting('Time limit of a scan, in minutes', { min: 1, max: 1_440 })
  AGENT_SCAN_MINUTES: number = 60;

  @FlagSetting('Import the machine and its servers after enrolment, if the server allows it (AGENTS_IMPORT)')
  AGENT_IMPORT: boolean = false;

  @NumberSetting('Collection interval of imported resources, in seconds; default: that of the plugin', {
    min: 30,
    max: 86_400,
    optional: true,
  })
  AGENT_IMPORT_INTERVAL_SECONDS?: number;

  @NumberSetting('Collection interval of all metrics, in milliseconds, overriding schedules; for tests', {
    min: 100,
    max: 3_600_000,
    optional: true,
  })
  AGENT_COLLECT_EVERY_MS?: number;
}

/** @throws when the file cannot be read */
export function readJoinToken({ AGENT_TOKEN, AGENT_TOKEN_FILE }: Readonly<AgentConfig>): string | undefined {
  return readSecret(AGENT_TOKEN, AGENT_TOKEN_FILE);
}
