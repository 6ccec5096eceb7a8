/** Reports in the API document. See rule reports-3. */
const HOST = 'http://localhost:8080/console';

export const LIST_EXAMPLE = 'Report,URL\nalertDefinitions,http://localhost:8080/rest/reports/alertDefinitions\n';

export const REPORT_EXAMPLES = {
  alertDefinitions: `Name,Description,Enabled,Priority,Parent,Ancestry,Details URL,Resource
gw down,,true,High,,host-a,${HOST}/alerts/definitions/10040,gw-1
`,
  configurationHistory: `Version,Date Submitted,Date Completed,Status,Name,Ancestry,Details URL
10017,3/6/26 9:00:00 AM UTC,3/6/26 9:00:02 AM UTC,Success,gw-1,host-a,${HOST}/inventory/10077
`,
  driftCompliance: `Resource Type,Plugin,Category,Version,Count,In Compliance?
Gateway,AcmeGateway,Server,1.4.0,3,true
Gateway,AcmeGateway,Server,1.4.0,1,false
`,
  inventorySummary: `Resource Type,Plugin,Category,Version,Count
Linux,Platforms,Platform,Linux 6.1,2
Gateway,AcmeGateway,Server,1.4.0,1
`,
  platformUtilization: `Name,Version,CPU,Memory,Swap
host-a,Linux 6.1,12.34%,71%,0%
host-b,Linux 6.1,NA,NA,NA
`,
  recentAlerts: `Creation Time,Name,Condition Text,Priority,Status,Resource,Ancestry,Details URL
3/7/26 2:59:41 PM UTC,gw down,Availability [Goes down],High,Ack (alice),gw-1,host-a,${HOST}/alerts/10903
`,
  recentDrift: `Creation Time,Definition,Snapshot,Category,Path,Resource,Ancestry,Details URL
3/7/26 1:12:00 AM UTC,config-files,3,FILE_CHANGED,conf/a.toml,gw-1,host-a,${HOST}/inventory/10077
`,
  recentOperations: `Date Submitted,Operation,Requester,Status,Resource,Ancestry,Details URL
3/7/26 4:05:09 PM UTC,Set Log Level,alice,Success,gw-1,host-a,${HOST}/inventory/10077/operations
 ,Stop,bob,In Progress,"gw-1, spare",host-a,${HOST}/inventory/10081/operations
`,
  suspectMetrics: `Resource,Ancestry,Metric,Band,Outlier,Out of Range Factor (%),Date/Time
gw-1,host-a,Heap Used,100.0MB 180.5MB,412.3MB,288,3/7/26 3:00:00 PM UTC
`,
} as const;

export type ReportName = keyof typeof REPORT_EXAMPLES;

/** Names of the reports in the order of their list. See rule reports-2. */
export const REPORT_NAMES = Object.keys(REPORT_EXAMPLES) as ReportName[];
