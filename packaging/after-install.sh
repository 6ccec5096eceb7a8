#!/bin/sh
# Not started here: it has no join token yet. An agent that runs takes the new program.
set -e
[ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
systemctl try-restart wardstone-agent.service
