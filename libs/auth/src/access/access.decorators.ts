import type { IncomingMessage } from 'node:http';
import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiBasicAuth, ApiBearerAuth, ApiCookieAuth, ApiExtension } from '@nestjs/swagger';
import { ApiErrors, CommonError } from '@wardstone/errors';
import type { AuthenticatedRequest, CallerIdentity } from '../caller';
import type { PermissionName } from '@wardstone/permissions';

/** What a route requires of its caller. */
export type Access =
  | { kind: 'public' }
  | { kind: 'authenticated'; evenMeters?: true }
  | { kind: 'permission'; permissions: readonly PermissionName[] };

export const ACCESS = Symbol('wardstone:access');
export const OPEN_TO_STRANGERS = Symbol('wardstone:open-to-strangers');
export const CERTIFICATE_ACCESS = Symbol('wardstone:certificate-access');

type RouteDecorator = MethodDecorator & ClassDecorator;

/** Anybody may call; credentials are not looked at. */
export function Public(): RouteDecorator {
  return SetMetadata(ACCESS, { kind: 'public' } satisfies Access);
}

/** Any valid session may call; with `evenMeters` one that may otherwise read metrics alone, too. */
export function Authenticated(options: { evenMeters?: true } = {}): RouteDecorator {
  return applyDecorators(SetMetadata(ACCESS, { kind: 'authenticated', ...options } satisfies Access), sessionDocs([]));
}

/** A session that holds every one of the permissions may call. */
export function RequirePermission(...permissions: [PermissionName, ...PermissionName[]]): RouteDecorator {
  return applyDecorators(
    SetMetadata(ACCESS, { kind: 'permission', permissions } satisfies Access),
    sessionDocs(permissions),
  );
}

/**
 * Lets hosts that log in with their own certificate call this route, whatever permissions it names; they get 403 on
 * every other one. See rule compliance-28, "cert-auth callers".
 */
export function AllowCertificate(): RouteDecorator {
  return SetMetadata(CERTIFICATE_ACCESS, true);
}

/**
 * Lets requests without any credentials through where `isOpen` holds, whatever the route requires of others; there is no
 * caller then. Credentials that are there must be good.
 */
export function OpenToStrangers(isOpen: (request: IncomingMessage) => boolean): RouteDecorator {
  return SetMetadata(OPEN_TO_STRANGERS, isOpen);
}

/** The caller of the request. On a public route there is none, so asking for it there is a defect. */
export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext): CallerIdentity => {
  const { caller } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!caller) throw new Error('@Caller() on a route without authentication');
  return caller;
});

function sessionDocs(permissions: readonly PermissionName[]): RouteDecorator {
  return applyDecorators(
    ApiBasicAuth('basic'),
    ApiBearerAuth('bearer'),
    ApiCookieAuth('session'),
    ApiExtension('x-permissions', [...permissions]),
    ApiErrors(
      CommonError.session_required,
      CommonError.invalid_credentials,
      CommonError.invalid_token,
      CommonError.expired_token,
      ...(permissions.length > 0 ? [CommonError.insufficient_scope] : []),
      CommonError.too_many_attempts,
    ),
  );
}
