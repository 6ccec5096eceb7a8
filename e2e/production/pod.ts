interface Probe {
  httpGet?: { path: string; port: string };
  periodSeconds?: number;
  timeoutSeconds?: number;
  failureThreshold?: number;
}

/** The fields of a pod's specification that tests read. */
export interface Pod {
  automountServiceAccountToken?: boolean;
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type?: string } };
  terminationGracePeriodSeconds?: number;
  volumes?: { emptyDir?: { sizeLimit: string }; secret?: { secretName: string } }[];
  containers: {
    image: string;
    env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string } } }[];
    envFrom?: { configMapRef?: { name: string }; secretRef?: unknown }[];
    ports?: { name: string; containerPort: number }[];
    securityContext?: {
      allowPrivilegeEscalation?: boolean;
      readOnlyRootFilesystem?: boolean;
      capabilities?: { drop?: string[]; add?: string[] };
    };
    resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
    [probe: `${string}Probe`]: Probe | undefined;
  }[];
}
