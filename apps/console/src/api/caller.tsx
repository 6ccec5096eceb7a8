import type { Result } from '@wardstone/client';
import { permits } from '@wardstone/permissions';
import { createContext, type ReactNode, use } from 'react';
import { useGet } from './client';
import { ErrorState, Loading } from '../parts/states';

/** Caller and session of the credentials. */
export const CALLER = '/auth/caller';
type CallerRecord = Result<'get', typeof CALLER>;

/** The signed-in viewer of the console. */
export interface Viewer {
  /** Login. */
  name: string;
  /** As stated by the account or the identity provider. */
  personName?: string;
  /** Unique, while an account and a person of the OIDC issuer may share a name. */
  subject: string;
  permissions: readonly string[];
  /** The current or last session; undefined for other credentials. */
  session: CallerRecord['session'];
  /** Installed services. */
  services: CallerRecord['services'];
}

export type ServiceName = CallerRecord['services'][number];

const ViewerContext = createContext<Viewer | undefined>(undefined);

/** Loads the caller and then shows the children. */
export function ViewerProvider({ children }: { children: ReactNode }): ReactNode {
  const { data, error, refetch } = useGet(CALLER, undefined, { staleTime: 60_000 });
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { identity, permissions, session, services } = data;
  const { username, first_name: first, last_name: last } = identity.user;
  const personName = [first, last].filter((part) => part !== undefined).join(' ');
  const viewer = {
    name: username,
    ...(personName === '' ? {} : { personName }),
    subject: identity.subject,
    permissions,
    session,
    services,
  };
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

export function useViewer(): Viewer {
  const viewer = use(ViewerContext);
  if (!viewer) throw new Error('useViewer() outside ViewerProvider');
  return viewer;
}

/** The same for several permissions. */
export function useMayAll(): (permission: string) => boolean {
  const { permissions } = useViewer();
  return (permission) => permits(permissions, permission);
}

/** Whether the viewer holds a permission everywhere, by the rules of the services: wildcards and implied ones count. */
export function useMay(permission: string): boolean {
  return permits(useViewer().permissions, permission);
}

/**
 * Returns a function that checks whether a service is installed; true for undefined, i.e. an area without a service.
 */
export function useInstalled(): (service: ServiceName | undefined) => boolean {
  const { services } = useViewer();
  return (service) => service === undefined || services.includes(service);
}
