export { loadConfig, readSecret } from './load-config';
export { FlagSetting, ListSetting, NumberSetting, TextSetting, UrlSetting, listSettings } from './setting.decorator';
export type { SettingEntry } from './setting.decorator';
export { DatabaseServiceConfig, ServiceConfig, SharedServiceConfig } from './service.config';
