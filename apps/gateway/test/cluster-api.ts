import { once } from 'node:events';
import fs from 'node:fs/promises';
import https from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type CryptoKey, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose';

const CERTIFICATES = path.resolve(__dirname, '../../../e2e/tls/certificates');
const ISSUER = 'https://kubernetes.default.svc.cluster.local';

export interface ClusterApi {
  url: string;
  /** The settings of a gateway that runs in the cluster. */
  settings: Record<string, string>;
  /** Number of requested reviews. */
  reviews: number;
  /** Sets the response to every request, until called with undefined. */
  respondWith(response: { status: number; body: object } | undefined): void;
  /** Token of the kubelet for a pod of the node. */
  token(node: string | undefined, over?: TokenOver): Promise<string>;
  /** A token that another cluster has signed. */
  foreignToken(node: string): Promise<string>;
  renewOwnToken(): Promise<void>;
  /** The gateway trusts another authority than that of the server. */
  trust(authority: 'ca' | 'other-ca'): Promise<void>;
  close(): Promise<void>;
}

interface PodClaims {
  namespace: string;
  pod: { name: string };
  serviceaccount: { name: string };
  node?: { name: string };
}

interface TokenOver {
  account?: string;
  audience?: string;
  /** Seconds from now. */
  lifetime?: number;
  claims?: JWTPayload;
}

/**
 * A cluster's API server for TokenReview: it accepts only its gateway's token, verifies signature, time and audience,
 * and returns what it knows of the pod. Source: TokenReview of authentication.k8s.io/v1.
 */
export async function startClusterApi(): Promise<ClusterApi> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cluster-'));
  const [caFile, ownTokenFile] = [path.join(folder, 'ca.crt'), path.join(folder, 'token')];
  await fs.copyFile(path.join(CERTIFICATES, 'ca.pem'), caFile);
  let ownToken = 'own-token-1';
  await fs.writeFile(ownTokenFile, `${ownToken}\n`);
  const [keys, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  let override: { status: number; body: object } | undefined;
  const [key, cert] = await Promise.all(
    ['server-key.pem', 'server.pem'].map((file) => fs.readFile(path.join(CERTIFICATES, file))),
  );

  const review = async (request: IncomingMessage): Promise<{ status: number; body: object }> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST' || request.url !== '/apis/authentication.k8s.io/v1/tokenreviews') {
      return { status: 404, body: { kind: 'Status', code: 404 } };
    }
    if (request.headers.authorization !== `Bearer ${ownToken}`) {
      return { status: 401, body: { kind: 'Status', code: 401 } };
    }
    const review = JSON.parse(Buffer.concat(chunks).toString()) as {
      apiVersion: string;
      kind: string;
      spec: { token: string; audiences: string[] };
    };
    const { apiVersion, kind, spec } = review;
    if (apiVersion !== 'authentication.k8s.io/v1' || kind !== 'TokenReview') return { status: 400, body: {} };
    return { status: 201, body: { ...review, status: await toStatus(spec, keys.publicKey) } };
  };

  const server = https.createServer({ key: key!, cert: cert! }, (request, response) => {
    api.reviews++;
    void (override ? Promise.resolve(override) : review(request)).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;

  const sign = (privateKey: CryptoKey, node: string | undefined, over: TokenOver = {}): Promise<string> => {
    const { account = 'agents/agent', audience = 'wardstone', lifetime = 600, claims = {} } = over;
    const [namespace = '', name = ''] = account.split('/');
    const nowSeconds = Math.floor(Date.now() / 1000);
    return new SignJWT({
      iss: ISSUER,
      sub: `system:serviceaccount:${namespace}:${name}`,
      aud: [audience],
      iat: nowSeconds - 60,
      exp: nowSeconds + lifetime,
      'kubernetes.io': {
        namespace,
        pod: { name: 'agent-x7k2p', uid: '5f1a' },
        serviceaccount: { name, uid: '7c2b' },
        ...(node === undefined ? {} : { node: { name: node, uid: '9d3c' } }),
      },
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256' })
      .sign(privateKey);
  };

  const api: ClusterApi = {
    url,
    settings: {
      CLUSTER_AGENT_ACCOUNT: 'agents/agent',
      CLUSTER_AGENT_ORG: 'org1',
      CLUSTER_AGENT_GROUP: 'Nodes',
      CLUSTER_API_URL: url,
      CLUSTER_CA_FILE: caFile,
      CLUSTER_TOKEN_FILE: ownTokenFile,
    },
    reviews: 0,
    respondWith: (response) => void (override = response),
    token: (node, over) => sign(keys.privateKey, node, over),
    foreignToken: (node) => sign(foreign.privateKey, node),
    renewOwnToken: async () => {
      ownToken = 'own-token-2';
      await fs.writeFile(ownTokenFile, ownToken);
    },
    trust: (authority) => fs.copyFile(path.join(CERTIFICATES, `${authority}.pem`), caFile),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await fs.rm(folder, { recursive: true });
    },
  };
  return api;
}

async function toStatus(
  { token, audiences }: { token: string; audiences: string[] },
  publicKey: CryptoKey,
): Promise<object> {
  try {
    const { payload } = await jwtVerify(token, publicKey, { issuer: ISSUER, audience: audiences });
    const { namespace, pod, serviceaccount, node } = payload['kubernetes.io'] as PodClaims;
    return {
      authenticated: true,
      audiences: audiences.filter((audience) => [payload.aud].flat().includes(audience)),
      user: {
        username: payload.sub,
        uid: '7c2b',
        groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
        extra: {
          'authentication.kubernetes.io/pod-name': [pod.name],
          'authentication.kubernetes.io/service-account-name': [serviceaccount.name],
          ...(node ? { 'authentication.kubernetes.io/node-name': [node.name] } : {}),
        },
      },
    };
  } catch (error) {
    return { user: {}, error: (error as Error).message };
  }
}
