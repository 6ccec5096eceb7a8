export const REPORT_ID = {
  name: 'report_id',
  description: 'Id of the report, which is that of its policy',
  format: 'uuid',
};
