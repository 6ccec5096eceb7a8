import type { ErrorDeclaration } from '../error-type';

/** Errors about operations, their schedules and their approval. */
export const OPERATION_ERRORS = {
  operation_definition_not_found: {
    status: 404,
    description: 'Unknown operation definition id.',
    causes: ['The id is wrong.', 'A newer version of the plugin no longer has the operation.'],
    resolution: ['List the operations of a resource with GET /rest/operation/definitions?resourceId=.'],
  },
  operation_draft_not_found: {
    status: 404,
    description: 'Unknown draft id, or the draft belongs to another user.',
    causes: [
      'The draft expired: 15 minutes without a change, or 5 without a read.',
      'The draft was deleted, or belongs to another user.',
    ],
    resolution: ['Create a new draft with POST /rest/operation/definition/{id}?resourceId=.'],
  },
  operation_history_not_found: {
    status: 404,
    description: 'Unknown job id, or no permission to see the execution.',
    causes: ['The job id is wrong.', 'The record was deleted, or you have no access to its resource.'],
    resolution: ['List the executed operations with GET /rest/operation/history.'],
  },
  operation_running: {
    status: 409,
    description: 'The operation is still being executed, so its record cannot be deleted.',
    causes: ['The agent has not reported an outcome yet.'],
    resolution: ['Wait until it ends, or cancel it with POST /rest/operation/history/{jobId}/cancel.'],
    related: ['operation_ended'],
  },
  operation_ended: {
    status: 409,
    description: 'The operation has ended, so it cannot be cancelled.',
    causes: ['The agent reported an outcome, or the operation timed out.'],
    resolution: ['Read its outcome with GET /rest/operation/history/{jobId}.'],
    related: ['operation_running'],
  },
  operation_not_awaiting_approval: {
    status: 409,
    description: 'The operation does not wait for approval.',
    causes: ['It has already been approved or cancelled, or it timed out.', 'It needs no approval.'],
    resolution: [
      'List what waits with GET /rest/operation/history?awaitsApproval=true and GET /rest/operation/schedules?state=AWAITING_APPROVAL.',
    ],
    related: ['approval_forbidden'],
  },
  approval_forbidden: {
    status: 403,
    description: 'You cannot approve this operation.',
    causes: ['You requested it yourself, or an account of your name did.', 'You use the login of a program.'],
    resolution: ['Ask another person with the permission CONTROL to approve it.'],
    related: ['operation_not_awaiting_approval'],
  },
  operation_schedule_not_found: {
    status: 404,
    description: 'Unknown id of a scheduled operation, or no permission to see it.',
    causes: ['The id is wrong.', 'It was deleted, or you have no access to its resource or group.'],
    resolution: ['List the scheduled operations with GET /rest/operation/schedules.'],
  },
  operation_schedule_ended: {
    status: 409,
    description: 'The scheduled operation has ended, so it cannot be cancelled.',
    causes: ['Its last run has ended, or it was cancelled.'],
    resolution: ['Read its last run with GET /rest/operation/schedules/{id}.'],
    related: ['operation_schedule_running'],
  },
  operation_schedule_running: {
    status: 409,
    description: 'A run of the scheduled operation is in progress, so it cannot be deleted.',
    causes: ['Some members have not ended yet.'],
    resolution: ['Wait until the run ends, or cancel it with POST /rest/operation/schedules/{id}/cancel.'],
    related: ['operation_schedule_ended'],
  },
} as const satisfies Record<string, ErrorDeclaration>;
