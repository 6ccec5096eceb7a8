/** Permissions required to schedule evidence; the author needs them for every mail, too. */
export const MAY_SCHEDULE = [
  'compliance:policy:write',
  'compliance:report:read',
  'compliance:waiver:read',
  'inventory:hosts:read',
] as const;
