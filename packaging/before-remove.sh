#!/bin/sh
# Both kinds of packages say whether the package goes ("remove", 0) or is replaced by another version ("upgrade", 1).
set -e
[ -d /run/systemd/system ] || exit 0
case "$1" in
  remove | 0) systemctl disable --now wardstone-agent.service ;;
esac
