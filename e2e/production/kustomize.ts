import { describeWhere, itWhere } from '@wardstone/testing';
import { type Manifest, program } from '../../tools/manifests/kustomize';

export { type Manifest, render } from '../../tools/manifests/kustomize';

interface Container {
  name: string;
  image: string;
}

export interface PodTemplate {
  metadata?: { labels?: Record<string, string> };
  spec: { containers: Container[]; initContainers?: Container[] };
}

/** The pods that a Deployment or a Job makes. */
export function getPodTemplate(resource: Manifest): PodTemplate | undefined {
  const spec = resource['spec'] as { template?: PodTemplate } | undefined;
  return ['Deployment', 'DaemonSet', 'Job'].includes(resource.kind) ? spec?.template : undefined;
}

const LACK = 'neither kustomize nor kubectl is on the PATH (go install sigs.k8s.io/kustomize/kustomize/v5@v5.7.1)';

/** Tests of what Kustomize renders; without it they do not run, and say so. */
export const describeWithKustomize = describeWhere(program !== undefined, LACK);
export const itWithKustomize = itWhere(program !== undefined, LACK);
