import { MAX_LEAD_SECONDS, PUBLISHED_AHEAD_SECONDS } from '@wardstone/auth';
import {
  DatabaseServiceConfig,
  FlagSetting,
  ListSetting,
  NumberSetting,
  TextSetting,
  UrlSetting,
} from '@wardstone/config';
import { DEFAULT_CONTENT_LIMIT_MIB } from './routes';

/** Files in a pod for requests to the API server. */
const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

const UPSTREAM = { protocols: ['http', 'https'], mayBeEmpty: true };

/** Settings of the gateway. */
export class GatewayConfig extends DatabaseServiceConfig {
  @UrlSetting('Origin of the compliance service; empty: not installed', UPSTREAM)
  COMPLIANCE_URL: string = 'http://127.0.0.1:8081';

  @UrlSetting('Origin of the monitoring service; empty: not installed', UPSTREAM)
  MONITORING_URL: string = 'http://127.0.0.1:8082';

  @UrlSetting('Origin of the error registry; empty: not installed', UPSTREAM)
  ERROR_REGISTRY_URL: string = 'http://127.0.0.1:8083';

  @TextSetting('File with the password of the account admin, which is created when no account exists', {
    optional: true,
  })
  BOOTSTRAP_ADMIN_PASSWORD_FILE?: string;

  @TextSetting('File of the private key that signs identities and tokens; created if missing, shared by all replicas')
  SIGNING_KEY_FILE: string = '.data/gateway-signing-key.json';

  @TextSetting('Client ID at OIDC_ISSUER for signing in at the login page; unset: only local accounts sign in', {
    optional: true,
  })
  OIDC_CLIENT_ID?: string;

  @TextSetting('Secret of the client; unset for a public client', { optional: true })
  OIDC_CLIENT_SECRET?: string;

  @TextSetting('File with the secret, in place of OIDC_CLIENT_SECRET', { optional: true })
  OIDC_CLIENT_SECRET_FILE?: string;

  @ListSetting('Scopes requested at login; they must make the issuer supply roles and organisation')
  OIDC_SCOPES: string[] = ['openid', 'profile'];

  @TextSetting(
    'Kubernetes service account (NAMESPACE/NAME) whose pods enrol as agents, named after their nodes; unset: none',
    { optional: true },
  )
  CLUSTER_AGENT_ACCOUNT?: string;

  @TextSetting('Required audience of tokens of this service account')
  CLUSTER_AGENT_AUDIENCE: string = 'wardstone';

  @TextSetting('Organisation of these agents')
  CLUSTER_AGENT_ORG: string = 'default';

  @TextSetting('Monitoring group that machines of cluster agents join when imported', { optional: true })
  CLUSTER_AGENT_GROUP?: string;

  @UrlSetting('Origin of the Kubernetes API server that checks these tokens (TokenReview)', { protocols: ['https'] })
  CLUSTER_API_URL: string = 'https://kubernetes.default.svc';

  @TextSetting('CA certificate file of the Kubernetes API server')
  CLUSTER_CA_FILE: string = `${SERVICE_ACCOUNT}/ca.crt`;

  @TextSetting("File of the gateway's own service-account token")
  CLUSTER_TOKEN_FILE: string = `${SERVICE_ACCOUNT}/token`;

  @NumberSetting(
    'Days after which the signing key is rotated automatically; 0: only by `npx wardstone account rotate-key`',
    { min: 0, max: 3650 },
  )
  SIGNING_KEY_DAYS: number = 30;

  @NumberSetting(
    'Seconds for which a new signing key is published before it is used. Must exceed the time in which replicas reread the key file and services fetch keys (60)',
    { min: 0, max: MAX_LEAD_SECONDS },
  )
  SIGNING_KEY_AHEAD_SECONDS: number = PUBLISHED_AHEAD_SECONDS;

  @NumberSetting('Time without data from a service after which the gateway returns 504, in ms', {
    min: 100,
    max: 3_600_000,
  })
  UPSTREAM_TIMEOUT_MS: number = 60_000;

  @NumberSetting('The same limit for uploads, whose response comes only after processing, in ms', {
    min: 100,
    max: 3_600_000,
  })
  UPLOAD_TIMEOUT_MS: number = 300_000;

  @NumberSetting('Maximum upload size, in MiB; set the same value for the monitoring service', {
    min: 1,
    max: 80 * 1024,
  })
  CONTENT_LIMIT_MIB: number = DEFAULT_CONTENT_LIMIT_MIB;

  @NumberSetting('Time limit for connecting to a service, in milliseconds', { min: 50, max: 60_000 })
  CONNECT_TIMEOUT_MS: number = 3_000;

  @NumberSetting(
    'Idle timeout of connections to services, in ms. Must be less than DRAIN_SECONDS of the services, so that a stopping service does not close a connection in use',
    { min: 100, max: 60_000 },
  )
  UPSTREAM_IDLE_MS: number = 4_000;

  @NumberSetting('Time limit for receiving a complete request, in seconds', { min: 1, max: 86_400 })
  REQUEST_TIMEOUT_SECONDS: number = 3_600;

  @NumberSetting('Retention of audit events, in days; removed by whole months', { min: 31, max: 36_500 })
  AUDIT_DAYS: number = 400;

  @NumberSetting(
    'Maximum concurrent connections per client address (IPv6: per /64), at most three quarters of all. Not limited with TRUST_PROXY=on, where the address is that of your proxy',
    { min: 1, max: 1_000_000 },
  )
  CONNECTIONS_PER_ADDRESS: number = 6_000;

  @FlagSetting('Limit the number of requests per account and address')
  RATE_LIMIT: boolean = true;

  @NumberSetting('Maximum requests per account and window', { min: 1, max: 1e9 })
  RATE_LIMIT_REQUESTS: number = 60_000;

  @NumberSetting('Maximum unauthenticated requests per address and window', { min: 1, max: 1e9 })
  RATE_LIMIT_ANONYMOUS_REQUESTS: number = 1_200;

  @NumberSetting('Window of the request limits, in seconds', { min: 1, max: 86_400 })
  RATE_LIMIT_WINDOW_SECONDS: number = 60;
}
