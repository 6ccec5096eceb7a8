/** Non-secret variables by which programs find files, libraries and locales. */
const OF_SYSTEM =
  /^(PATH|HOME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TMP|TEMP|LD_LIBRARY_PATH|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|USERPROFILE|LOCALAPPDATA)$/i;

/** Variables that may be passed to any of our programs. */
export function systemEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return pick(env, (name) => OF_SYSTEM.test(name));
}

export function pick(env: NodeJS.ProcessEnv, isWanted: (name: string) => boolean): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => isWanted(name)));
}
