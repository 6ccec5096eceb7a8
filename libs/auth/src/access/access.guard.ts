import { type IncomingMessage } from 'node:http';
import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiBasicAuth, ApiBearerAuth, ApiCookieAuth, ApiExtension } from '@nestjs/swagger';
import { ApiError, ApiErrors, CommonError } from '@wardstone/errors';
import { missingPermissions, type PermissionName } from '@wardstone/permissions';
import { Authenticator } from '../authenticator';
import { CLIENT_HEADER } from '../identity/client-address';
import { type AuthenticatedRequest, type CallerIdentity } from '../caller';

/** Requirement of a route. */
export type Access =
  | { kind: 'public' }
  | { kind: 'authenticated'; evenMeters?: true }
  | { kind: 'permission'; permissions: readonly PermissionName[] };

export const ACCESS = Symbol('wardstone:access');
const OPEN_TO_STRANGERS = Symbol('wardstone:open-to-strangers');
export const CERTIFICATE_ACCESS = Symbol('wardstone:certificate-access');

/**
 * Who may call a route: anybody, whose credentials are not looked at; any valid session; or a session that holds every one
 * of the permissions.
 */
export type AccessDeclaration = 'public' | 'authenticated' | PermissionName | readonly PermissionName[] | AccessTerms;

interface AccessTerms {
  /** Every one of them is needed; a session is enough if there are none. */
  readonly permissions?: readonly PermissionName[];
  /**
   * Hosts that log in with their own certificate may, too, whatever the permissions; they get 403 on every other route.
   * See rule compliance-28, "cert-auth callers".
   */
  readonly certificates?: true;
  /** Accounts that may otherwise read metrics alone may, too. */
  readonly meters?: true;
  /** Requests without any credentials may where this holds; there is no caller then. Credentials that are there must be good. */
  readonly strangers?: (request: IncomingMessage) => boolean;
}

/** Lets callers use a route, and documents how they log in. Controllers use `@Operation()`. */
export function Allow(declaration: AccessDeclaration): MethodDecorator {
  if (declaration === 'public') return SetMetadata(ACCESS, { kind: 'public' } satisfies Access);
  const { permissions = [], certificates, meters, strangers } = termsOf(declaration);
  const access: Access =
    permissions.length > 0
      ? { kind: 'permission', permissions }
      : { kind: 'authenticated', ...(meters && { evenMeters: true }) };
  return applyDecorators(
    SetMetadata(ACCESS, access),
    ...(certificates ? [SetMetadata(CERTIFICATE_ACCESS, true)] : []),
    ...(strangers ? [SetMetadata(OPEN_TO_STRANGERS, strangers)] : []),
    sessionDocs(permissions),
  );
}

function termsOf(declaration: Exclude<AccessDeclaration, 'public'>): AccessTerms {
  if (declaration === 'authenticated') return {};
  if (typeof declaration === 'string') return { permissions: [declaration] };
  return Array.isArray(declaration)
    ? { permissions: declaration as readonly PermissionName[] }
    : (declaration as AccessTerms);
}

/** The caller of the request. On a public route there is none, so asking for it there is a defect. */
export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext): CallerIdentity => {
  const { caller } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!caller) throw new Error('@Caller() on a route without authentication');
  return caller;
});

function sessionDocs(permissions: readonly PermissionName[]): MethodDecorator {
  return applyDecorators(
    ApiBasicAuth('basic'),
    ApiBearerAuth('bearer'),
    ApiCookieAuth('session'),
    ApiExtension('x-permissions', [...permissions]),
    ApiErrors(
      'session_required',
      'invalid_credentials',
      'invalid_token',
      'expired_token',
      ...(permissions.length > 0 ? (['insufficient_scope'] as const) : []),
      'too_many_attempts',
    ),
  );
}

type Openness = (request: AuthenticatedRequest) => boolean;

/** Declaration of a route. */
interface Declaration {
  access: Access;
  isOpen: Openness | undefined;
  allowsCertificate: boolean;
}

/** Refuses what a route does not declare: a route without an access declaration returns 500, to everybody. */
@Injectable()
export class AccessGuard implements CanActivate {
  /** Cached by controller and handler: read with every request, never changed. */
  private readonly declarations = new WeakMap<object, WeakMap<object, Declaration>>();

  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const { access, isOpen, allowsCertificate } = this.declarationOf(context);
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const isStranger = isOpen?.(request) && !request.caller && !this.authenticator.hasCredentials(request);
    if (access.kind === 'public' || isStranger) {
      return CLIENT_HEADER in request.headers ? this.authenticator.noteClient(request).then(() => true) : true;
    }
    if (request.caller) {
      requireAccess(request.caller, access, allowsCertificate);
      return true;
    }
    return this.authenticator.authenticate(request).then((caller) => {
      request.caller = caller;
      requireAccess(caller, access, allowsCertificate);
      return true;
    });
  }

  private declarationOf(context: ExecutionContext): Declaration {
    const [handler, controller] = [context.getHandler(), context.getClass()];
    const ofController = this.declarations.get(controller) ?? new WeakMap<object, Declaration>();
    this.declarations.set(controller, ofController);
    const known = ofController.get(handler);
    if (known) return known;
    const read = <T>(key: symbol): T | undefined =>
      this.reflector.getAllAndOverride<T | undefined>(key, [handler, controller]);
    const access = read<Access>(ACCESS);
    if (!access) throw undeclared(context);
    const declaration = {
      access,
      isOpen: read<Openness>(OPEN_TO_STRANGERS),
      allowsCertificate: read<boolean>(CERTIFICATE_ACCESS) ?? false,
    };
    ofController.set(handler, declaration);
    return declaration;
  }
}

/** @throws insufficient_scope */
export function requireAccess(caller: CallerIdentity, access: Access, allowsCertificate: boolean): void {
  if (caller.systemCn !== undefined) {
    if (allowsCertificate) return;
    throw new ApiError(CommonError.insufficient_scope, 'Hosts with a client certificate may not call this operation.');
  }
  if (access.kind !== 'permission') {
    if ((access.kind === 'authenticated' && access.evenMeters) || !isMeter(caller)) return;
    throw new ApiError(CommonError.insufficient_scope, 'This account may only read /metrics.');
  }
  const missing = missingPermissions(caller.permissions, access.permissions);
  if (missing.length === 0) return;
  throw new ApiError(CommonError.insufficient_scope, `This operation needs the permission ${missing.join(' and ')}.`);
}

/** A login for metrics alone is no session: it may not even do what needs no permission. */
function isMeter({ permissions }: CallerIdentity): boolean {
  return permissions.length > 0 && permissions.every((name) => name === 'metrics:read');
}

function undeclared(context: ExecutionContext): ApiError {
  const name = `${context.getClass().name}.${context.getHandler().name}`;
  return new ApiError(CommonError.internal_error, CommonError.internal_error.description, {
    cause: new Error(`${name} declares no access: add @Operation()`),
  });
}
