#!/bin/bash
# Whether /livez answers 200 on loopback. The image has no curl; bash speaks TCP itself.
exec 3<>"/dev/tcp/127.0.0.1/${1:-8080}" || exit 1
printf 'GET /livez HTTP/1.0\r\n\r\n' >&3
read -r -t 4 _ status _ <&3
[ "$status" = 200 ]
