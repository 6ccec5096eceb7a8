import { randomBytes } from 'node:crypto';
import { stringify } from 'yaml';
import { SERVICE_NAMES } from '../system';
import { REGISTRY } from './images';

/** Namespace of the operators, and of the product's ingress. */
export const FRONT_NAMESPACE = 'envoy-gateway-system';
export const OTHER_NAMESPACES = [FRONT_NAMESPACE, 'monitoring'];

export const DATABASE_IMAGE = `${REGISTRY}/postgres:walk`;
export const VISITOR_IMAGE = `${REGISTRY}/visitor:walk`;
export const VISITOR_POD = ['-n', FRONT_NAMESPACE, 'visitors'] as const;

/** User id of all images. */
export const USER = 10001;
const SECURITY = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
const POD_SECURITY = {
  runAsNonRoot: true,
  runAsUser: USER,
  runAsGroup: USER,
  fsGroup: USER,
  seccompProfile: { type: 'RuntimeDefault' },
};

const START_DATABASE = `
set -eu
export LD_LIBRARY_PATH=/usr/local/pgsql/lib PATH=/usr/local/pgsql/bin:$PATH LC_ALL=C
if [ ! -e /data/pg/PG_VERSION ]; then
  printf %s "$PASSWORD" > /tmp/password
  initdb -D /data/pg -U postgres --auth=scram-sha-256 --pwfile=/tmp/password --encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8
  echo "host all all all scram-sha-256" >> /data/pg/pg_hba.conf
  printf '%s\\n' "CREATE ROLE \\"$DATABASE\\" LOGIN PASSWORD '$PASSWORD'" "CREATE DATABASE \\"$DATABASE\\" OWNER \\"$DATABASE\\" TEMPLATE template0" |
    postgres --single -D /data/pg postgres
fi
exec postgres -D /data/pg -c listen_addresses='*' -c unix_socket_directories=/tmp -c max_connections=300
`;

/** A database for each service, which a reader without CloudNativePG has to provide. */
export function databases(namespace: string): string {
  return documents(
    SERVICE_NAMES.flatMap((service) => {
      const name = `${service}-database`;
      const database = service.replace('-', '_');
      const password = randomBytes(12).toString('hex');
      const labels = { 'wardstone-database': service };
      const pod = {
        securityContext: POD_SECURITY,
        containers: [
          {
            name: 'postgres',
            image: DATABASE_IMAGE,
            imagePullPolicy: 'IfNotPresent',
            command: ['bash', '-c', START_DATABASE],
            env: [
              { name: 'DATABASE', value: database },
              { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: `${name}-app`, key: 'password' } } },
            ],
            securityContext: SECURITY,
            resources: { requests: { cpu: '50m' } },
            readinessProbe: { tcpSocket: { port: 5432 }, periodSeconds: 2 },
            volumeMounts: [{ name: 'data', mountPath: '/data' }],
          },
        ],
        volumes: [{ name: 'data', persistentVolumeClaim: { claimName: name } }],
      };
      const uri = `postgresql://${database}:${password}@${name}-rw:5432/${database}`;
      const metadata = { name, namespace };
      return [
        {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: `${name}-app`, namespace },
          stringData: { uri, password },
        },
        {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name: `${name}-rw`, namespace },
          spec: { selector: labels, ports: [{ port: 5432 }] },
        },
        {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          metadata,
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } } },
        },
        {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          metadata,
          spec: {
            strategy: { type: 'Recreate' },
            selector: { matchLabels: labels },
            template: { metadata: { labels }, spec: pod },
          },
        },
      ];
    }),
  );
}

/** A pod for starting clients. */
export function visitors(): string {
  const spec = {
    securityContext: POD_SECURITY,
    terminationGracePeriodSeconds: 0,
    containers: [
      {
        name: 'visitors',
        image: VISITOR_IMAGE,
        imagePullPolicy: 'IfNotPresent',
        securityContext: SECURITY,
        command: ['node', '-e', 'setInterval(() => {}, 1e6)'],
      },
    ],
  };
  return documents([
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: VISITOR_POD[2], namespace: FRONT_NAMESPACE }, spec },
  ]);
}

function documents(objects: readonly object[]): string {
  return objects.map((one) => stringify(one)).join('---\n');
}
