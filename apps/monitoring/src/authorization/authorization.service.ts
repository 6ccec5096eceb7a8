import { Injectable } from '@nestjs/common';
import { type PermissionName, permits } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import { ApiError, CommonError, MonitoringError } from '@wardstone/errors';
import { AuthorizationQueries } from './authorization.queries';
import { mayDo, seesEverything, type Submitter, type Viewer } from './viewer';

/** The resource does not exist. */
export function resourceNotFound(id: number): ApiError {
  return new ApiError(MonitoringError.resource_not_found, `Resource with id ${id} not found`);
}

/** The group does not exist. */
export function groupNotFound(id: number): ApiError {
  return new ApiError(MonitoringError.group_not_found, `Group with id ${id} not found`);
}

/**
 * The caller lacks a permission.
 * @param what object, if it is more than the resource itself
 */
export function resourceForbidden(id: number, permission: PermissionName, what = 'the resource'): ApiError {
  return new ApiError(
    MonitoringError.resource_forbidden,
    `You do not have permission ${permission} for ${what} with id ${id}`,
  );
}

/**
 * The one place that decides what a caller may do to one resource or group. Lists take their condition from
 * `visible.ts`. A hidden resource is 403, not 404. See rules http-2, http-3.
 */
@Injectable()
export class AuthorizationService {
  constructor(private readonly queries: AuthorizationQueries) {}

  /**
   * @param tx transaction of the caller, who would otherwise hold one connection while waiting for another
   * @throws resource_not_found, resource_forbidden
   */
  async requireResource(
    viewer: Viewer,
    id: number,
    permission: PermissionName = 'VIEW_RESOURCE',
    tx?: Transaction,
  ): Promise<void> {
    const isSeen = await this.queries.isResourceVisible(id, viewer, tx);
    if (isSeen === undefined) throw resourceNotFound(id);
    this.authorizeResource(viewer, { id, isSeen }, permission);
  }

  /** @throws resource_not_found, resource_forbidden */
  async requireSubmission(submitter: Submitter, id: number): Promise<void> {
    const isOpen = await this.queries.isSubmissionAllowed(id, submitter);
    if (isOpen === undefined) throw resourceNotFound(id);
    this.authorizeResource(submitter, { id, isSeen: isOpen }, 'SUBMIT_METRICS');
  }

  /**
   * Decides about a resource that was read with its visibility.
   * @throws resource_forbidden
   */
  authorizeResource(
    viewer: Viewer,
    { id, isSeen }: { id: number; isSeen: boolean },
    permission: PermissionName = 'VIEW_RESOURCE',
  ): void {
    if (isSeen && (seesEverything(viewer) || mayDo(viewer, permission))) return;
    throw resourceForbidden(id, permission);
  }

  /**
   * @param tx as for resources
   * @throws group_not_found, group_forbidden
   */
  async requireGroup(
    viewer: Viewer,
    id: number,
    permission: PermissionName = 'VIEW_RESOURCE',
    tx?: Transaction,
  ): Promise<void> {
    const isSeen = await this.queries.isGroupVisible(id, viewer, tx);
    if (isSeen === undefined) throw groupNotFound(id);
    if (isSeen && (seesEverything(viewer) || mayDo(viewer, permission))) return;
    throw new ApiError(
      MonitoringError.group_forbidden,
      `You do not have permission ${permission} for the group with id ${id}`,
    );
  }
}

/** @throws insufficient_scope */
export function requirePermission({ permissions }: Viewer, permission: PermissionName): void {
  if (permits(permissions, permission)) return;
  throw new ApiError(CommonError.insufficient_scope, `This operation requires the permission ${permission}.`);
}
