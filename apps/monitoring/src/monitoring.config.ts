import { DatabaseServiceConfig, TextSetting } from '@wardstone/config';

/** Settings of the monitoring service. */
export class MonitoringConfig extends DatabaseServiceConfig {
  @TextSetting({ description: 'Query parameter that names the JavaScript function of a JSONP request' })
  JSONP_PARAMETER: string = 'jsonp';
}
