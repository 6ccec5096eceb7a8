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

/** Access that a route requires. */
export type Access =
  | { kind: 'public' }
  | { kind: 'authenticated'; evenMeters?: true }
  | { kind: 'permission'; permissions: readonly PermissionName[] };

export const ACCESS = Symbol('wardstone:access');
const OPEN_TO_STRANGERS = Symbol('wardstone:open-to-strangers');
export const CERTIFICATE_ACCESS = Symbol('wardstone:certificate-access');

/**
 * Who may call a route: anybody, with credentials ignored; any valid session; or a session with all of the permissions.
 */
export type AccessDeclaration = 'public' | 'authenticated' | PermissionName | readonly PermissionName[] | AccessTerms;

interface AccessTerms {
  /** All of them are required; without any, a session is enough. */
  readonly permissions?: readonly PermissionName[];
  /**
   * Also admits hosts with a client certificate, whatever the permissions; they get 403 on every other route. See rule
   * compliance-28.
   */
  readonly certificates?: true;
  /** Also admits accounts that may only read metrics. */
  readonly meters?: true;
  /**
   * Admits requests without credentials if this returns true; they have no caller. Credentials that are sent must be
   * valid.
   */
  readonly strangers?: (request: IncomingMessage) => boolean;
}

/** Declares who may call a route, and documents the login methods. Controllers use `@Operation()`. */
export function Allow(declaration: AccessDeclaration): MethodDecorator {
  if (declaration === 'public') return SetMetadata(ACCESS, { kind: 'public' } satisfies Access);
  const { permissions = [], certificates, meters, strangers } = toTerms(declaration);
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

function toTerms(declaration: Exclude<AccessDeclaration, 'public'>): AccessTerms {
  if (declaration === 'authenticated') return {};
  if (typeof declaration === 'string') return { permissions: [declaration] };
  return Array.isArray(declaration)
    ? { permissions: declaration as readonly PermissionName[] }
    : (declaration as AccessTerms);
}

/** The caller of the request. Using it on a public route, which has no caller, is a defect. */
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

/** Access declaration of a route, as read from its metadata. */
interface Declaration {
  access: Access;
  isOpen: Openness | undefined;
  allowsCertificate: boolean;
}

/** Enforces the access declaration of each route; a route without one returns 500 to everybody. */
@Injectable()
export class AccessGuard implements CanActivate {
  /** Cached by controller and handler: read with every request and never changed. */
  private readonly declarations = new WeakMap<object, WeakMap<object, Declaration>>();

  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const { access, isOpen, allowsCertificate } = this.getDeclaration(context);
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

  private getDeclaration(context: ExecutionContext): Declaration {
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

/** An account that may only read metrics has no session: it may not even use routes that need no permission. */
function isMeter({ permissions }: CallerIdentity): boolean {
  return permissions.length > 0 && permissions.every((name) => name === 'metrics:read');
}

function undeclared(context: ExecutionContext): ApiError {
  const name = `${context.getClass().name}.${context.getHandler().name}`;
  return new ApiError(CommonError.internal_error, CommonError.internal_error.description, {
    cause: new Error(`${name} declares no access: add @Operation()`),
  });
}
