import type { JsonSchema } from './values';

/** A field of manifests that is a value of the chart. Its default is what the manifests say. */
export interface Place {
  /** `Kind/name`; named groups can be used in `value`. */
  object: RegExp;
  /** `/spec/…`; named groups can be used in `value`. */
  at: RegExp;
  /** Texts that it does not hold for. */
  except?: RegExp;
  /** Part of the text that the value stands for; all of it when there is none. */
  part?: string;
  /** Where it is in the values; what Helm knows by itself begins with a dot. */
  value: string;
  about?: string;
  schema?: JsonSchema;
}

/** Something that the manifests do not have and a chart's user may want. */
export interface Addition {
  object: RegExp;
  /** Where it is added. */
  at: RegExp;
  field: string;
  value: string;
  default: string | object;
  about: string;
  schema?: JsonSchema;
}

/** A field that is left out unless a condition holds; without `at` the whole object. */
export interface Condition {
  object: RegExp;
  at?: RegExp;
  holds: string;
}

const POD = /^(Deployment|DaemonSet|Job)\//;
const CLUSTER = /^Cluster\/(?<database>.+?)-database(-restored)?$/;
const MONITORS = /^(ServiceMonitor|PodMonitor|PrometheusRule)\//;

const STRINGS: JsonSchema = { type: 'object', additionalProperties: { type: 'string' } };
const RESOURCES: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(
    ['requests', 'limits'].map((name) => [
      name,
      { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    ]),
  ),
};

/** The host of the product in the manifests; every text that holds it follows the value `host`. */
export const HOST = 'wardstone.example.test';
/** Where the manifests say that the images are. */
export const REGISTRY = 'registry.example.test/wardstone';
/** The namespace of the overlay for production, where texts hold it. */
const NAMESPACE = 'wardstone';
const RUNBOOK = 'https://docs.example.test/wardstone/operations.md';

export const PLACES: readonly Place[] = [
  {
    object: /./,
    at: /./,
    part: HOST,
    value: 'host',
    about: 'The name under which people, programs and agents reach the product.',
    schema: { type: 'string', minLength: 1 },
  },
  {
    object: /^Deployment\/(?<app>.+)$/,
    at: /^\/spec\/template\/spec\/containers\/0\/resources$/,
    value: 'services.{app}.resources',
    schema: RESOURCES,
  },
  {
    object: /^HorizontalPodAutoscaler\/(?<app>.+)$/,
    at: /^\/spec\/(?<field>minReplicas|maxReplicas)$/,
    value: 'services.{app}.{field}',
    schema: { type: 'integer', minimum: 1 },
  },
  {
    object: /^HorizontalPodAutoscaler\/(?<app>.+)$/,
    at: /\/resource\/target\/averageUtilization$/,
    value: 'services.{app}.targetCpuUtilization',
    about: 'Of what is requested, in per cent.',
    schema: { type: 'integer', minimum: 1 },
  },
  {
    object: /^Job\/(?<app>.+)-migrate$/,
    at: /^\/spec\/template\/spec\/containers\/0\/resources$/,
    value: 'migrations.{app}.resources',
    schema: RESOURCES,
  },
  {
    object: /^DaemonSet\/agent$/,
    at: /^\/spec\/template\/spec\/containers\/0\/resources$/,
    value: 'agents.resources',
    schema: RESOURCES,
  },
  {
    object: /^DaemonSet\/agent$/,
    at: /^\/spec\/template\/spec\/tolerations$/,
    value: 'agents.tolerations',
    schema: { type: 'array', items: { type: 'object' } },
  },
  {
    object: CLUSTER,
    at: /^\/spec\/instances$/,
    value: 'databases.{database}.instances',
    schema: { type: 'integer', minimum: 1 },
  },
  {
    object: CLUSTER,
    at: /^\/spec\/storage\/size$/,
    value: 'databases.{database}.storageSize',
  },
  {
    object: CLUSTER,
    at: /^\/spec\/walStorage\/size$/,
    value: 'databases.{database}.walSize',
    about: 'Empty: the log shares the volume of the data.',
  },
  { object: CLUSTER, at: /^\/spec\/resources$/, value: 'databases.{database}.resources', schema: RESOURCES },
  {
    object: CLUSTER,
    at: /^\/spec\/postgresql\/parameters$/,
    value: 'databases.{database}.parameters',
    about: 'Parameters of PostgreSQL, as text.',
    schema: STRINGS,
  },
  { object: CLUSTER, at: /^\/spec\/imageName$/, value: 'databases.image', about: 'The image of PostgreSQL.' },
  {
    object: /^ScheduledBackup\/(?<database>.+?)-database(-restored)?$/,
    at: /^\/spec\/schedule$/,
    value: 'databases.{database}.backupSchedule',
    about: 'With seconds first.',
  },
  {
    object: /^ObjectStore\//,
    at: /^\/spec\/(configuration\/)?(?<field>retentionPolicy|destinationPath)$/,
    value: 'databases.backups.{field}',
  },
  {
    object: /^NetworkPolicy\/databases$/,
    at: /\/matchLabels\/kubernetes\.io~1metadata\.name$/,
    value: 'databases.operatorNamespace',
    about: 'Where CloudNativePG runs.',
  },
  {
    object: /^Gateway\//,
    at: /^\/spec\/gatewayClassName$/,
    value: 'gatewayApi.className',
    about: 'The GatewayClass of your cluster.',
  },
  {
    object: /^PrometheusRule\//,
    at: /\/runbook_url$/,
    part: RUNBOOK,
    value: 'observability.runbookUrl',
    about: 'Where the people on call read docs/operations.md.',
  },
  {
    object: /^Certificate\/databases-tls$/,
    at: /^\/spec\/dnsNames\/\d+$/,
    part: NAMESPACE,
    value: '.Release.Namespace',
  },
  { object: /^ClusterRoleBinding\//, at: /^\/subjects\/\d+\/namespace$/, part: NAMESPACE, value: '.Release.Namespace' },
  { object: /^ServiceMonitor\//, at: /\/oauth2\/tokenUrl$/, part: NAMESPACE, value: '.Release.Namespace' },
  // Secrets, wherever they are referred to.
  {
    object: /./,
    at: /\/(secretKeyRef\/name|secretName|oauth2\/(clientId\/secret|clientSecret)\/name|s3Credentials\/\w+\/name|certificateRefs\/\d+\/name)$/,
    // Operators make them: for a restored database, and for certificates.
    except: /-restored-app$|^(databases|services)-tls$|^tls-authority$/,
    value: 'secrets.{itself}',
    schema: { type: 'string', minLength: 1 },
  },
];

export const ADDITIONS: readonly Addition[] = [
  {
    object: POD,
    at: /^\/spec\/template\/spec$/,
    field: 'imagePullSecrets',
    value: 'image.pullSecrets',
    default: [],
    about: 'For a registry that requires authentication: [{ name: … }].',
    schema: {
      type: 'array',
      items: { type: 'object', additionalProperties: false, properties: { name: { type: 'string' } } },
    },
  },
  {
    object: /^ServiceAccount\/(?<app>gateway|compliance|monitoring|error-registry)$/,
    at: /^\/metadata$/,
    field: 'annotations',
    value: 'services.{app}.serviceAccountAnnotations',
    default: {},
    about: 'Annotations by which a cloud provider grants rights to the pods.',
    schema: STRINGS,
  },
  {
    object: CLUSTER,
    at: /^\/spec\/(storage|walStorage)$/,
    field: 'storageClass',
    value: 'databases.storageClass',
    default: '',
    about: 'Empty: the default of the cluster.',
  },
  {
    object: /^ObjectStore\//,
    at: /^\/spec\/configuration$/,
    field: 'endpointURL',
    value: 'databases.backups.endpointURL',
    default: '',
    about: 'Of an object store outside AWS.',
  },
  {
    object: /^Gateway\//,
    at: /^\/metadata$/,
    field: 'annotations',
    value: 'gatewayApi.annotations',
    default: {},
    about: 'For example those of cert-manager.',
    schema: STRINGS,
  },
  {
    object: /^Ingress\//,
    at: /^\/metadata$/,
    field: 'annotations',
    value: 'ingress.annotations',
    default: {},
    about: 'Bodies of 256 MiB must not be buffered, and responses may take an hour.',
    schema: STRINGS,
  },
  {
    object: /^Ingress\//,
    at: /^\/spec$/,
    field: 'ingressClassName',
    value: 'ingress.className',
    default: '',
    about: 'Empty: the default of the cluster.',
  },
  {
    object: MONITORS,
    at: /^\/metadata$/,
    field: 'labels',
    value: 'observability.labels',
    default: {},
    about: 'By which your Prometheus finds monitors and rules.',
    schema: STRINGS,
  },
  {
    object: /^DaemonSet\/agent$/,
    at: /^\/spec\/template\/spec$/,
    field: 'nodeSelector',
    value: 'agents.nodeSelector',
    default: {},
    about: 'Empty: every node.',
    schema: STRINGS,
  },
];

const WITH_BACKUPS = '.Values.databases.backups.enabled';

export const CONDITIONS: readonly Condition[] = [
  { object: /^(ObjectStore|ScheduledBackup)\//, holds: WITH_BACKUPS },
  { object: CLUSTER, at: /^\/spec\/plugins$/, holds: WITH_BACKUPS },
  { object: CLUSTER, at: /^\/spec\/walStorage$/, holds: '.Values.databases.{database}.walSize' },
  // A single instance waits for no other.
  {
    object: CLUSTER,
    at: /^\/spec\/postgresql\/synchronous$/,
    holds: 'gt (int .Values.databases.{database}.instances) 1',
  },
];
