export const UPDATE_STATUSES = ['INPROGRESS', 'SUCCESS', 'FAILURE', 'NOCHANGE'] as const;
/** How far the change of a configuration is. See rule http-22. */
export type UpdateStatus = (typeof UPDATE_STATUSES)[number];

/** What people read in reports. */
export const UPDATE_STATUS_NAMES: Readonly<Record<UpdateStatus, string>> = {
  INPROGRESS: 'In Progress',
  SUCCESS: 'Success',
  FAILURE: 'Failure',
  NOCHANGE: 'No Change',
};
