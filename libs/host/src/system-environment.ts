/** Variables by which programs find files, libraries and locales, none of them secret. */
const OF_SYSTEM =
  /^(PATH|HOME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TMP|TEMP|LD_LIBRARY_PATH|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|USERPROFILE|LOCALAPPDATA)$/i;

/** Variables that any of our programs may get. */
export function systemEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return pick(env, (name) => OF_SYSTEM.test(name));
}

export function pick(env: NodeJS.ProcessEnv, isWanted: (name: string) => boolean): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => isWanted(name)));
}
