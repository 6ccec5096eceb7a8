import { MOST_AHEAD_SECONDS, PUBLISHED_AHEAD_SECONDS } from '@wardstone/auth';
import {
  DatabaseServiceConfig,
  FlagSetting,
  ListSetting,
  NumberSetting,
  TextSetting,
  UrlSetting,
} from '@wardstone/config';
import { DEFAULT_CONTENT_LIMIT_MIB } from './routes';

/** Where pods find what they need to ask the API server. */
const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Settings of the gateway. */
export class GatewayConfig extends DatabaseServiceConfig {
  @UrlSetting({ protocols: ['http', 'https'], description: 'Origin of the compliance service' })
  COMPLIANCE_URL: string = 'http://127.0.0.1:8081';

  @UrlSetting({ protocols: ['http', 'https'], description: 'Origin of the monitoring service' })
  MONITORING_URL: string = 'http://127.0.0.1:8082';

  @UrlSetting({ protocols: ['http', 'https'], description: 'Origin of the error registry' })
  ERROR_REGISTRY_URL: string = 'http://127.0.0.1:8083';

  @TextSetting({
    optional: true,
    description: 'File of local accounts of an earlier version; imported once, by a gateway that has no accounts',
  })
  ACCOUNTS_FILE?: string;

  @TextSetting({
    optional: true,
    description: 'File with the password of the account admin, which is created when no account exists',
  })
  BOOTSTRAP_ADMIN_PASSWORD_FILE?: string;

  @TextSetting({
    description: 'File of the private key that signs identities and tokens; created if missing, shared by all replicas',
  })
  SIGNING_KEY_FILE: string = '.data/gateway-signing-key.json';

  @TextSetting({
    optional: true,
    description: 'Client of OIDC_ISSUER by which people sign in at the login page; unset leaves it to local accounts',
  })
  OIDC_CLIENT_ID?: string;

  @TextSetting({ optional: true, description: 'Secret of this client; unset for a public one' })
  OIDC_CLIENT_SECRET?: string;

  @TextSetting({ optional: true, description: 'File with the secret, in place of OIDC_CLIENT_SECRET' })
  OIDC_CLIENT_SECRET_FILE?: string;

  @ListSetting({
    description: 'Scopes that the login page asks for: those for which the issuer states roles and organisation',
  })
  OIDC_SCOPES: string[] = ['openid', 'profile'];

  @TextSetting({
    optional: true,
    description:
      'Service account of Kubernetes, NAMESPACE/NAME, whose pods enrol as agents under the names of their nodes; unset: none do',
  })
  CLUSTER_AGENT_ACCOUNT?: string;

  @TextSetting({ description: 'Audience that the tokens of this service account must have' })
  CLUSTER_AGENT_AUDIENCE: string = 'wardstone';

  @TextSetting({ description: 'Organisation of these agents' })
  CLUSTER_AGENT_ORG: string = 'default';

  @TextSetting({ optional: true, description: 'Group of monitoring that their machines join once they are imported' })
  CLUSTER_AGENT_GROUP?: string;

  @UrlSetting({ protocols: ['https'], description: 'Origin of the API server that checks these tokens (TokenReview)' })
  CLUSTER_API_URL: string = 'https://kubernetes.default.svc';

  @TextSetting({ description: 'File of the authority that has signed its certificate' })
  CLUSTER_CA_FILE: string = `${SERVICE_ACCOUNT}/ca.crt`;

  @TextSetting({ description: "File of the gateway's own service-account token" })
  CLUSTER_TOKEN_FILE: string = `${SERVICE_ACCOUNT}/token`;

  @NumberSetting({
    min: 0,
    max: 3650,
    description:
      'Days after which the signing key is rotated automatically; 0 leaves it to `npm run account -- rotate-key`',
  })
  SIGNING_KEY_DAYS: number = 30;

  @NumberSetting({
    min: 0,
    max: MOST_AHEAD_SECONDS,
    description:
      'Seconds for which a new signing key is published before it signs; longer than replicas take to read a changed file, and services to fetch keys again (60)',
  })
  SIGNING_KEY_AHEAD_SECONDS: number = PUBLISHED_AHEAD_SECONDS;

  @NumberSetting({
    min: 100,
    max: 3_600_000,
    description: 'Milliseconds without data from a service before the gateway returns 504',
  })
  UPSTREAM_TIMEOUT_MS: number = 60_000;

  @NumberSetting({
    min: 100,
    max: 3_600_000,
    description: 'The same for uploads, which services process when complete',
  })
  UPLOAD_TIMEOUT_MS: number = 300_000;

  @NumberSetting({
    min: 1,
    max: 80 * 1024,
    description: 'Largest upload of content, in MiB; as in the monitoring service',
  })
  CONTENT_LIMIT_MIB: number = DEFAULT_CONTENT_LIMIT_MIB;

  @NumberSetting({ min: 50, max: 60_000, description: 'Time limit for connecting to a service, in milliseconds' })
  CONNECT_TIMEOUT_MS: number = 3_000;

  @NumberSetting({
    min: 100,
    max: 60_000,
    description:
      'Idle timeout of connections to services, in ms; less than DRAIN_SECONDS of the services, so that a stopping service does not close one that is about to be used',
  })
  UPSTREAM_IDLE_MS: number = 4_000;

  @NumberSetting({ min: 1, max: 86_400, description: 'Time limit for receiving a complete request, in seconds' })
  REQUEST_TIMEOUT_SECONDS: number = 3_600;

  @NumberSetting({
    min: 31,
    max: 36_500,
    description: 'Retention of audit events, in days; removed by whole months',
  })
  AUDIT_DAYS: number = 400;

  @NumberSetting({
    min: 1,
    max: 1_000_000,
    description:
      'Connections of one address (IPv6: /64) at a time; at most three quarters of all. Not counted with TRUST_PROXY=on, where addresses are those of your proxies',
  })
  CONNECTIONS_PER_ADDRESS: number = 6_000;

  @FlagSetting({ description: 'Limit the number of requests per account and address' })
  RATE_LIMIT: boolean = true;

  @NumberSetting({ min: 1, max: 1e9, description: 'Requests per window of one account' })
  RATE_LIMIT_REQUESTS: number = 60_000;

  @NumberSetting({ min: 1, max: 1e9, description: 'Requests per window of one address without an account' })
  RATE_LIMIT_ANONYMOUS_REQUESTS: number = 1_200;

  @NumberSetting({ min: 1, max: 86_400, description: 'Length of the window in seconds' })
  RATE_LIMIT_WINDOW_SECONDS: number = 60;
}
