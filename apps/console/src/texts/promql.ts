/** Words of the PromQL editor. */
export const promqlTexts = {
  loading: 'Loading the editor',
  example: 'rate(http_requests_total[5m])',
} as const;
