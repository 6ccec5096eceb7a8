import { FlagSetting, ListSetting, NumberSetting, TextSetting, UrlSetting } from './setting.decorator';

/** Settings every service shares. The property name is the name of the environment variable. */
export class ServiceConfig {
  @NumberSetting('Port to listen on; 0 uses a free one', { min: 0, max: 65535 })
  PORT: number = 0;

  @TextSetting('Address to listen on')
  HOST: string = '0.0.0.0';

  @TextSetting('File of the certificate (PEM, with its chain) for serving HTTPS', { optional: true })
  TLS_CERT_FILE?: string;

  @TextSetting('File of the private key (PEM) of the certificate', { optional: true })
  TLS_KEY_FILE?: string;

  @TextSetting('Minimum severity of log lines', { oneOf: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] })
  LOG_LEVEL: string = 'info';

  @UrlSetting('Public address of the product, as clients see it; links start with it', { protocols: ['http', 'https'] })
  PUBLIC_BASE_URL: string = 'http://localhost:8080';

  @ListSetting(
    'Additional public addresses of the product, e.g. https://10.0.0.5:8443; used in links, and allowed as origin of changes',
  )
  PUBLIC_ADDRESSES: string[] = [];

  @TextSetting(
    'The vendor token of the identity header, media type and XML error element; of a comma-separated list, the first is used in responses',
  )
  VENDOR_TOKEN: string = 'vendor';

  @TextSetting('Trusted identity headers: signed (by the gateway), or plain (set by a proxy of your own)', {
    oneOf: ['signed', 'plain'],
  })
  IDENTITY_TRUST: string = 'signed';

  @UrlSetting('URL of the public keys of the gateway (/auth/jwks.json)', {
    protocols: ['http', 'https'],
    optional: true,
  })
  GATEWAY_JWKS_URL?: string;

  @UrlSetting('OIDC issuer whose access tokens are accepted', { protocols: ['http', 'https'], optional: true })
  OIDC_ISSUER?: string;

  @TextSetting('Required audience of OIDC access tokens', { optional: true })
  OIDC_AUDIENCE?: string;

  @TextSetting('Claim that lists the roles or groups of an OIDC user; dots separate the names of nested claims')
  OIDC_ROLES_CLAIM: string = 'roles';

  @TextSetting('Claim that names the organisation of an OIDC user')
  OIDC_ORG_CLAIM: string = 'org_id';

  @ListSetting('Pairs value=role that map values of the roles claim to roles; role names need no mapping')
  OIDC_ROLE_MAP: string[] = [];

  @UrlSetting('OpenTelemetry collector (OTLP over HTTP); unset disables tracing', {
    protocols: ['http', 'https'],
    optional: true,
  })
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  @NumberSetting('Seconds between "not ready" and refusing connections when stopping', { min: 0, max: 600 })
  DRAIN_SECONDS: number = 0;

  @NumberSetting(
    'Maximum concurrent client connections, at most half the limit of open files. When it is reached, idle connections are closed',
    { min: 1, max: 1_000_000 },
  )
  MAX_CONNECTIONS: number = 10_000;

  @FlagSetting('Trust X-Forwarded-* of the peer (only behind a proxy of your own)')
  TRUST_PROXY: boolean = false;
}

/** A service that has a database. */
export class DatabaseServiceConfig extends ServiceConfig {
  @UrlSetting("The service's own PostgreSQL database, role without superuser rights", {
    protocols: ['postgres', 'postgresql'],
  })
  DATABASE_URL!: string;

  @NumberSetting('Connections to the database per process', { min: 2, max: 200 })
  DATABASE_POOL_SIZE: number = 16;
}

/** A service whose data is shared by all organisations. */
export class SharedServiceConfig extends DatabaseServiceConfig {
  @ListSetting('Organisations that are served, all from the same data; others are rejected. * serves all')
  SERVED_ORGANISATIONS: string[] = ['default'];
}
