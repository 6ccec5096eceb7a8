/** Of whoever schedules evidence, at that moment and whenever it is sent. */
export const MAY_SCHEDULE = [
  'compliance:policy:write',
  'compliance:report:read',
  'compliance:waiver:read',
  'inventory:hosts:read',
] as const;
