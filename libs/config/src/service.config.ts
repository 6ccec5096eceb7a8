import { FlagSetting, ListSetting, NumberSetting, TextSetting, UrlSetting } from './setting.decorator';

/** Settings every service shares. The property name is the name of the environment variable. */
export class ServiceConfig {
  @NumberSetting({ min: 0, max: 65535, description: 'Port to listen on; 0 uses a free one' })
  PORT: number = 0;

  @TextSetting({ description: 'Address to listen on' })
  HOST: string = '0.0.0.0';

  @TextSetting({ optional: true, description: 'File of the certificate (PEM, with its chain) for serving HTTPS' })
  TLS_CERT_FILE?: string;

  @TextSetting({ optional: true, description: 'File of the private key (PEM) of the certificate' })
  TLS_KEY_FILE?: string;

  @TextSetting({
    oneOf: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
    description: 'Minimum severity of log lines',
  })
  LOG_LEVEL: string = 'info';

  @UrlSetting({
    protocols: ['http', 'https'],
    description: 'Public address of the product, as clients see it; links start with it',
  })
  PUBLIC_BASE_URL: string = 'http://localhost:8080';

  @ListSetting({
    description:
      'Further addresses of the product, such as https://10.0.0.5:8443: used for links in responses, and their pages may write',
  })
  PUBLIC_ADDRESSES: string[] = [];

  @TextSetting({
    description:
      'The vendor token of the identity header, media type and XML error element; of a comma-separated list, the first is used in responses',
  })
  VENDOR_TOKEN: string = 'vendor';

  @TextSetting({
    oneOf: ['signed', 'plain'],
    description:
      'Which identity headers are trusted: signed by the gateway, or plain behind a proxy that sets them itself',
  })
  IDENTITY_TRUST: string = 'signed';

  @UrlSetting({
    protocols: ['http', 'https'],
    optional: true,
    description: 'Where the gateway publishes its public keys (/auth/jwks.json)',
  })
  GATEWAY_JWKS_URL?: string;

  @UrlSetting({
    protocols: ['http', 'https'],
    optional: true,
    description: 'OIDC issuer whose access tokens are accepted',
  })
  OIDC_ISSUER?: string;

  @TextSetting({ optional: true, description: 'Required audience of OIDC access tokens' })
  OIDC_AUDIENCE?: string;

  @TextSetting({ description: 'Claim that lists the roles or groups of an OIDC user; dots lead into objects' })
  OIDC_ROLES_CLAIM: string = 'roles';

  @TextSetting({ description: 'Claim that names the organisation of an OIDC user' })
  OIDC_ORG_CLAIM: string = 'org_id';

  @ListSetting({
    description:
      'Pairs value=role that turn values of the roles claim into roles; a value that is a role name needs none',
  })
  OIDC_ROLE_MAP: string[] = [];

  @UrlSetting({
    protocols: ['http', 'https'],
    optional: true,
    description: 'OpenTelemetry collector (OTLP over HTTP); unset disables tracing',
  })
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  @NumberSetting({
    min: 0,
    max: 600,
    description: 'Seconds between "not ready" and refusing connections when stopping',
  })
  DRAIN_SECONDS: number = 0;

  @NumberSetting({
    min: 1,
    max: 1_000_000,
    description:
      'Connections of clients at a time; at most half the limit of open files. Beyond it, those without a request make room',
  })
  MAX_CONNECTIONS: number = 10_000;

  @FlagSetting({ description: 'Trust X-Forwarded-* of the peer (only behind a proxy of your own)' })
  TRUST_PROXY: boolean = false;
}

/** A service that has a database. */
export class DatabaseServiceConfig extends ServiceConfig {
  @UrlSetting({
    protocols: ['postgres', 'postgresql'],
    description: "The service's own PostgreSQL database, role without superuser rights",
  })
  DATABASE_URL!: string;

  @NumberSetting({ min: 2, max: 200, description: 'Connections to the database per process' })
  DATABASE_POOL_SIZE: number = 10;
}

/** A service whose data belongs to the installation as a whole: what one caller may see, so may those of every organisation. */
export class SharedServiceConfig extends DatabaseServiceConfig {
  @ListSetting({
    description: 'Organisations that are served, all from the same data; others are rejected. * serves all',
  })
  SERVED_ORGANISATIONS: string[] = ['default'];
}
