import type { CallerClaims } from '@wardstone/auth';
import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import { useApi } from '../api/hooks';
import { ErrorState } from '../parts/error-state';
import { Loading } from '../parts/loading';

/** Who looks at the console. */
export interface Viewer {
  name: string;
  permissions: readonly string[];
}

const ViewerContext = createContext<Viewer | undefined>(undefined);

/** Who is signed in; the pages inside are shown once it is known. */
export function ViewerProvider({ children }: { children: ReactNode }): ReactNode {
  const { data, error, refetch } = useApi<CallerClaims>('/auth/caller', { staleTime: 60_000 });
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const viewer = { name: data.identity.user.username, permissions: data.permissions };
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

export function useViewer(): Viewer {
  const viewer = use(ViewerContext);
  if (!viewer) throw new Error('useViewer() outside ViewerProvider');
  return viewer;
}

/** Whether the viewer holds a permission everywhere; wildcards such as `compliance:*:*` count. */
export function useMay(permission: string): boolean {
  return holds(useViewer().permissions, permission);
}

function holds(held: readonly string[], wanted: string): boolean {
  const parts = wanted.split(':');
  return held.some((each) => {
    const pattern = each.split(':');
    return pattern.length === parts.length && pattern.every((part, at) => part === '*' || part === parts[at]);
  });
}
