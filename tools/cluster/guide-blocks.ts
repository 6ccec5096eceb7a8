/** Blocks of commands in k8s/README.md to run, by heading and number. */
export const RUN = [
  'Your overlay 1',
  'Leave a service out 1',
  ...(['Install 1', 'Install 2', 'Install 3', 'Install 4', 'Install 7'] as const),
  ...(['Agents 1', 'Agents 2'] as const),
  ...(['Upgrade and go back 1', 'Upgrade and go back 2', 'Upgrade and go back 3', 'Upgrade and go back 4'] as const),
  ...(['Change keys and passwords 1', 'Change keys and passwords 2'] as const),
  ...(['Remove it 1', 'Remove it 2'] as const),
  ...(['With Helm 1', 'With Helm 2'] as const),
] as const;

export type RunBlock = (typeof RUN)[number];

/** Other blocks, with the reason for not running them. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  'What the cluster needs 1': 'fetches operators from other hosts',
  'Your overlay 2': 'needs Docker and a registry; the images are made of the same folders',
  'Install 5': 'needs an implementation of the Gateway API',
  'Install 6': 'needs cert-manager',
  'OIDC 1': 'needs an issuer',
  'TLS inside 1': 'needs cert-manager',
  'With Argo CD 1': 'needs Argo CD',
  'Back up and restore 1': 'needs CloudNativePG',
  'Back up and restore 2': 'needs CloudNativePG',
  'Back up and restore 3': 'needs CloudNativePG',
};
