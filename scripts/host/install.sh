#!/bin/sh
# Makes this machine a host of Belfry: Debian or Ubuntu, as root, from an unpacked release. Each step looks first what
# is there, so a second run repairs what is missing and changes nothing else.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
version=$(basename "$(readlink "$here/current")")
# A bare machine lacks a library that the runtime needs.
export LD_LIBRARY_PATH="$here/versions/$version/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
program=/opt/belfry
data=/var/lib/belfry
settings=/etc/belfry.env
unit=/etc/systemd/system/belfry.service
caddyfile=/etc/caddy/Caddyfile
site_block=/etc/caddy/belfry.caddy

usage() {
  cat <<'END'
Usage: ./install.sh [--domain NAME] [--email ADDRESS] [--smtp URL] [--yes] [--dry-run]

Makes this machine a host of Belfry: the user, the folders, the service, HTTPS by Caddy, the firewall's rules.
It says what it will do, and asks, before it does anything. A second run repairs.

  --domain NAME    the site's host name, such as news.yourtown.example
  --email ADDRESS  the administrator's address
  --smtp URL       the mail server, such as smtps://user:password@mail.yourprovider.example:465
  --yes            asks nothing; what is not given here is left out
  --dry-run        says what it would do, and ends
END
}

fail() {
  echo "$1" >&2
  exit "${2:-1}"
}

say() { echo "$1"; }

domain='' email='' smtp='' yes='' dry=''
while [ $# -gt 0 ]; do
  case $1 in
    --domain | --email | --smtp)
      [ $# -ge 2 ] || fail "$1 needs a value. See: ./install.sh --help" 2
      case $1 in
        --domain) domain=$2 ;;
        --email) email=$2 ;;
        --smtp) smtp=$2 ;;
      esac
      shift
      ;;
    --yes) yes=1 ;;
    --dry-run) dry=1 ;;
    --help | -h) usage; exit 0 ;;
    *) fail "There is no option '$1'. See: ./install.sh --help" 2 ;;
  esac
  shift
done

is_domain() { echo "$1" | grep -Eq '^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$'; }
is_email() { echo "$1" | grep -Eq '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$'; }
is_mail_server() { echo "$1" | grep -Eq '^(smtps?|https)://[^[:space:]]+$'; }
lower() { tr '[:upper:]' '[:lower:]'; }

domain=$(echo "$domain" | lower)
[ -z "$domain" ] || is_domain "$domain" || fail "--domain must be a host name such as news.yourtown.example, and is '$domain'." 2
[ -z "$email" ] || is_email "$email" || fail "--email must be an email address, and is '$email'." 2
[ -z "$smtp" ] || is_mail_server "$smtp" || fail '--smtp must be an address such as smtps://user:password@mail.yourprovider.example:465.' 2

# The value of a setting that an earlier run or a person wrote.
setting() {
  [ -f "$settings" ] || return 0
  sed -n "s/^$1=//p" "$settings" | tail -n 1 | sed 's/^"\(.*\)"$/\1/'
}

is_installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

# Which program listens on a TCP port; nothing if none does.
listener() { ss -Hltnp "sport = :$1" 2>/dev/null | sed -n 's/.*users:(("\([^"]*\)".*/\1/p' | head -n 1; }

# What this machine must be, before anything is asked.
check_machine() {
  [ "$(id -u)" = 0 ] || fail "This changes the machine, so run it as root: sudo ./install.sh"
  # shellcheck source=/dev/null
  . /etc/os-release 2>/dev/null || ID=unknown
  case "${ID:-} ${ID_LIKE:-}" in
    *debian* | *ubuntu*) ;;
    *) fail "This is for Debian and Ubuntu. Elsewhere, ./belfry start works without it; docs/hosting.md has the rest." ;;
  esac
  [ -d /run/systemd/system ] || fail "systemd does not run here. ./belfry start works without it; in a container, use the image."
  [ -f "$here/versions/$version/release.json" ] || fail "The release in $here is incomplete. Unpack it again."
  case $(uname -m) in
    x86_64) platform=linux-x64 ;;
    aarch64) platform=linux-arm64 ;;
    *) platform=$(uname -m) ;;
  esac
  grep -q "\"platform\": \"$platform\"" "$here/versions/$version/release.json" ||
    fail "This release is for another kind of machine. Get the archive for $platform."
  (cd "$here/versions/$version" && sha256sum --quiet --check files.sha256 >/dev/null 2>&1) ||
    fail "Files of the release in $here are damaged. Unpack the archive again."
  released=$(sed -n 's/.*"releasedAt": "\([^"]*\)".*/\1/p' "$here/versions/$version/release.json")
  [ "$(date +%s)" -ge "$(date -d "$released" +%s)" ] ||
    fail "The clock says $(date +%F), which is before this release was made. With a wrong clock, HTTPS doesn't work. Set it: timedatectl set-ntp true"
  if [ -e "$program" ] && [ ! -d "$program/versions" ] && [ -n "$(ls -A "$program")" ]; then
    fail "$program has a checkout or something else. To go from a checkout to this release, run there: scripts/belfry upgrade ARCHIVE"
  fi
  free=$(df -Pm /opt | awk 'NR == 2 { print $4 }')
  [ "$free" -ge 600 ] || fail "Installing needs 600 MB of free disk space below /opt. There are $free MB."
}

ask() {
  printf '%s ' "$1" >&2
  IFS= read -r reply || reply=''
  echo "$reply"
}

# Asks for what was not given and is not set up yet. With --yes, nothing.
collect() {
  [ -n "$domain" ] || domain=$(setting BELFRY_URL | sed 's#^https*://##')
  [ -n "$email" ] || email=$(setting BELFRY_ADMIN_EMAIL)
  is_again=''
  [ -f "$settings" ] && is_again=1
  if [ -z "$yes$dry" ] && [ -z "$is_again" ]; then
    while ! is_domain "$domain"; do
      [ -z "$domain" ] || say "'$domain' is not a host name, such as news.yourtown.example."
      domain=$(ask "The site's host name (news.yourtown.example):" | lower)
      [ -n "$domain" ] || [ -t 0 ] || fail 'The host name is missing. Give it with --domain.' 2
    done
    while [ -z "$email" ] || ! is_email "$email"; do
      [ -z "$email" ] || say "'$email' is not an email address."
      email=$(ask "The administrator's email address:")
      [ -n "$email" ] || [ -t 0 ] || fail "The administrator's email address is missing. Give it with --email." 2
    done
    while [ -z "$smtp" ] || ! is_mail_server "$smtp"; do
      [ -z "$smtp" ] || say "'$smtp' is not an address of a mail server, such as smtps://user:password@mail.yourprovider.example:465."
      smtp=$(ask 'The mail server (smtps://user:password@host:465; Enter to do this later):')
      [ -n "$smtp" ] || break
    done
  fi
}

# A port for the site that nobody else has.
choose_port() {
  port=$(setting PORT)
  [ -z "$port" ] || return 0
  port=3000
  while [ -n "$(ss -Hltn "sport = :$port")" ]; do port=$((port + 1)); done
}

# Caddy if nobody else serves the web here.
choose_proxy() {
  proxy=caddy
  for number in 80 443; do
    other=$(listener "$number")
    case $other in '' | caddy) ;; *) proxy=$other ;; esac
  done
  # Without a name, there is no certificate.
  [ -n "$domain" ] || proxy=none
}

choose_packages() {
  packages=''
  [ "$proxy" != caddy ] || command -v caddy >/dev/null || packages="$packages caddy"
  command -v ufw >/dev/null || packages="$packages ufw"
  is_installed ca-certificates || packages="$packages ca-certificates"
}

tell_plan() {
  say ''
  say "Belfry $version will be installed on this machine:"
  [ -z "$packages" ] || say "  packages     apt-get install$packages"
  say "  program      $program, owned by root"
  say "  data         $data, owned by the user belfry"
  say "  settings     $settings"
  say "  service      belfry, which starts with the machine, on 127.0.0.1:$port"
  say "  upgrades     a timer installs at 3:40 what is put into $program/incoming"
  case $proxy in
    caddy) say "  web          Caddy serves https://$domain and gets the certificate" ;;
    none) say "  web          nothing yet, because no host name was given" ;;
    *) say "  web          $proxy has the ports 80 and 443 and stays; nothing is changed there" ;;
  esac
  say "  firewall     ufw lets in SSH ($(ssh_ports | tr '\n' ' ' | sed 's/ $//')) and the web (80, 443), and nothing else"
  say "  command      belfry, with its man page and completion for bash"
  say ''
}

# The ports of SSH, including the one of this session: nobody may be locked out.
ssh_ports() {
  {
    echo "${SSH_CONNECTION:-}" | awk '{ print $4 }'
    sshd -T 2>/dev/null | awk '$1 == "port" { print $2 }'
    ss -Hltnp 2>/dev/null | sed -n 's/.*:\([0-9]*\) .*users:(("sshd".*/\1/p'
    echo 22
  } | grep -E '^[0-9]+$' | sort -un
}

step() { say "· $1"; }

install_packages() {
  [ -n "$packages" ] || return 0
  step "Installing$packages"
  log=$(mktemp)
  # shellcheck disable=SC2086
  if ! { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $packages; } >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    missing="$missing
  Packages could not be installed:$packages. With internet, run this again."
    command -v caddy >/dev/null || [ "$proxy" != caddy ] || proxy=none
  fi
  rm -f "$log"
}

make_user() {
  id belfry >/dev/null 2>&1 || {
    step 'Creating the user belfry'
    adduser --system --group --home "$data" --no-create-home --quiet belfry
  }
  install -d -o belfry -g belfry -m 700 "$data"
}

# Beside what is there, complete or not at all. Which version runs is decided by `belfry upgrade`.
copy_program() {
  install -d -m 755 "$program" "$program/versions" "$program/incoming"
  if ! (cd "$program/versions/$version" 2>/dev/null && sha256sum --quiet --check files.sha256 >/dev/null 2>&1); then
    step "Copying the program to $program"
    rm -rf "$program/versions/.$version.new" "$program/versions/$version.old"
    cp -R "$here/versions/$version" "$program/versions/.$version.new"
    chown -R root:root "$program/versions/.$version.new"
    chmod -R u+rwX,go+rX,go-w "$program/versions/.$version.new"
    [ ! -e "$program/versions/$version" ] || mv "$program/versions/$version" "$program/versions/$version.old"
    mv "$program/versions/.$version.new" "$program/versions/$version"
    rm -rf "$program/versions/$version.old"
  fi
  if [ "$here" != "$program" ]; then
    for file in belfry belfry.1 install.sh belfry.service LICENSE; do
      [ ! -f "$here/$file" ] || cp "$here/$file" "$program/.$file.new"
      [ ! -f "$here/$file" ] || { chown root:root "$program/.$file.new" && mv "$program/.$file.new" "$program/$file"; }
    done
  fi
  chmod 755 "$program/belfry"
  [ -e "$program/current/release.json" ] || ln -sfn "versions/$version" "$program/current"
  running=$(basename "$(readlink "$program/current")")
  case $(printf '%s\n%s\n' "$running" "$version" | sort -V | tail -n 1) in
    "$running") ;;
    *) missing="$missing
  Version $running is installed and stays. To change to $version: belfry upgrade ARCHIVE" ;;
  esac
  ln -sfn "$settings" "$program/belfry.env"
  ln -sfn "$program/belfry" /usr/local/bin/belfry
  install -d /usr/local/share/man/man1 /etc/bash_completion.d
  ln -sfn "$program/belfry.1" /usr/local/share/man/man1/belfry.1
  "$program/belfry" completion bash >/etc/bash_completion.d/belfry
}

# Adds what is missing; what someone wrote stays.
write_settings() {
  new=$(mktemp)
  [ ! -f "$settings" ] || cat "$settings" >"$new"
  add() { grep -q "^$1=" "$new" || printf '%s=%s\n' "$1" "$2" >>"$new"; }
  replace() {
    grep -v "^$1=" "$new" >"$new.other" || true
    mv "$new.other" "$new"
    printf '%s=%s\n' "$1" "$2" >>"$new"
  }
  add NODE_ENV production
  add HOST 127.0.0.1
  add PORT "$port"
  add TRUST_PROXY 1
  add BELFRY_DATA "$data"
  [ -z "$domain" ] || replace BELFRY_URL "https://$domain"
  [ -z "$email" ] || replace BELFRY_ADMIN_EMAIL "$email"
  [ -z "$smtp" ] || replace SMTP_URL "$smtp"
  if ! cmp -s "$new" "$settings"; then
    step "Writing $settings"
    is_changed=1
  fi
  install -o root -g belfry -m 640 "$new" "$settings"
  rm -f "$new"
}

write_units() {
  before=$(cat "$unit" /etc/systemd/system/belfry-upgrade.* 2>/dev/null | sha256sum)
  cp "$here/belfry.service" "$unit"
  cat >/etc/systemd/system/belfry-upgrade.service <<END
[Unit]
Description=Upgrade Belfry to the release in $program/incoming

[Service]
Type=oneshot
ExecStart=/bin/sh -c 'for file in $program/incoming/belfry-*.tar.xz; do [ ! -e "\$file" ] || { $program/belfry upgrade --yes "\$file" && rm -f "\$file" $program/incoming/SHA256SUMS*; }; done'
END
  cat >/etc/systemd/system/belfry-upgrade.timer <<END
[Unit]
Description=Upgrade Belfry at night if there is a release in $program/incoming

[Timer]
OnCalendar=*-*-* 03:40
Persistent=true

[Install]
WantedBy=timers.target
END
  after=$(cat "$unit" /etc/systemd/system/belfry-upgrade.* | sha256sum)
  [ "$before" = "$after" ] || {
    step 'Writing the service and the timer'
    is_changed=1
  }
  systemctl daemon-reload
}

start_service() {
  systemctl enable --quiet belfry belfry-upgrade.timer
  systemctl start belfry-upgrade.timer
  if ! systemctl is-active --quiet belfry; then
    step 'Starting the site'
    systemctl start belfry
  elif [ -n "$is_changed" ]; then
    step 'Starting the site again with the new settings'
    systemctl restart belfry
  fi
  tries=0
  until is_ready; do
    tries=$((tries + 1))
    [ "$tries" -lt 60 ] || fail "The site does not start. The reason: journalctl -u belfry -n 20 -o cat"
    sleep 1
  done
}

is_ready() { fetch "http://127.0.0.1:$port/readyz" >/dev/null; }

# With the runtime of the release, because a bare machine has no curl. Prints the Server header, fails without a 200.
fetch() {
  "$program/current/bin/node" -e '
    fetch(process.argv[1], { signal: AbortSignal.timeout(5000), redirect: "manual" }).then(
      (response) => { console.log(response.headers.get("server") ?? ""); process.exit(response.status === 200 ? 0 : 1); },
      () => process.exit(1),
    );' "$1" 2>/dev/null
}

# Debian's own example is replaced; a file that someone wrote gets one line.
set_up_caddy() {
  [ "$proxy" = caddy ] || return 0
  new="# Written by Belfry's install.sh
$domain {
	reverse_proxy 127.0.0.1:$port
}"
  kept=$(mktemp -d)
  cp -p "$caddyfile" "$kept/Caddyfile" 2>/dev/null || true
  cp -p "$site_block" "$kept/belfry.caddy" 2>/dev/null || true
  printf '%s\n' "$new" >"$site_block"
  if [ ! -f "$caddyfile" ] || is_packaged "$caddyfile" caddy; then
    printf 'import %s\n' "$site_block" >"$caddyfile"
  elif ! grep -qF "import $site_block" "$caddyfile"; then
    printf '\nimport %s\n' "$site_block" >>"$caddyfile"
  fi
  if ! caddy validate --config "$caddyfile" --adapter caddyfile >"$kept/log" 2>&1; then
    tail -n 2 "$kept/log" >&2
    [ ! -f "$kept/Caddyfile" ] || cp -p "$kept/Caddyfile" "$caddyfile"
    missing="$missing
  Caddy refuses its settings, so they are as before. See the lines above and $site_block."
  elif ! cmp -s "$kept/Caddyfile" "$caddyfile" || ! cmp -s "$kept/belfry.caddy" "$site_block"; then
    step "Telling Caddy to serve https://$domain"
    systemctl enable --quiet caddy
    systemctl reload-or-restart caddy 2>/dev/null || missing="$missing
  Caddy does not start. The reason: journalctl -u caddy -n 5 -o cat"
  elif ! systemctl is-active --quiet caddy; then
    step 'Starting Caddy'
    systemctl enable --quiet --now caddy || missing="$missing
  Caddy does not start. The reason: journalctl -u caddy -n 5 -o cat"
  fi
  rm -rf "$kept"
}

# Whether a settings file is still as the package brought it.
is_packaged() {
  packaged=$(dpkg-query -W -f '${Conffiles}\n' "$2" | awk -v file="$1" '$1 == file { print $2 }')
  [ -n "$packaged" ] && [ "$packaged" = "$(md5sum <"$1" | cut -d ' ' -f 1)" ]
}

set_up_firewall() {
  command -v ufw >/dev/null || return 0
  for each in $(ssh_ports) 80 443; do
    ufw allow "$each/tcp" >/dev/null 2>&1 || true
  done
  case $(ufw status 2>/dev/null) in
    *'Status: active'*) ;;
    *)
      step 'Turning the firewall on'
      ufw --force enable >/dev/null 2>&1 || missing="$missing
  The firewall could not be turned on. The reason: ufw enable"
      ;;
  esac
}

# Where the name leads: nowhere yet, to another machine, or here.
find_domain() {
  addresses=$(getent ahosts "$domain" | awk '{ print $1 }' | sort -u)
  [ -n "$addresses" ] || { echo nowhere; return; }
  for each in $addresses; do
    if ip -o addr | grep -qF " $each/"; then
      echo here
      return
    fi
  done
  # Behind a router, the machine has another address than the name. Whatever the site at the name is, Caddy says so.
  case $("$program/current/bin/node" -e '
    fetch(process.argv[1], { signal: AbortSignal.timeout(5000), redirect: "manual" }).then(
      (response) => console.log(response.headers.get("server") ?? ""), () => {});' "http://$domain/" 2>/dev/null) in
    Caddy) echo here ;;
    *) echo "$addresses" | tr '\n' ' ' ;;
  esac
}

# A name that was just registered takes minutes to arrive. Caddy goes on trying by itself.
await_domain() {
  [ "$proxy" = caddy ] || return 0
  tries=0
  while :; do
    where=$(find_domain)
    [ "$where" != here ] || return 0
    tries=$((tries + 1))
    limit=20
    [ -z "$yes" ] || limit=3
    [ "$tries" -lt "$limit" ] || break
    [ "$tries" != 1 ] || step "Waiting until $domain leads here (Ctrl-C is fine, Caddy goes on trying)"
    sleep "${BELFRY_DNS_WAIT:-15}"
  done
  case $where in
    nowhere) told="$domain leads nowhere yet." ;;
    *) told="$domain leads to another machine (${where% })." ;;
  esac
  missing="$missing
  $told Set its A record, and AAAA for IPv6, to this machine$(own_addresses). Caddy then gets the certificate by itself."
}

own_addresses() {
  ip -o addr show scope global 2>/dev/null | awk '{ sub("/.*", "", $4); printf "%s%s", (NR == 1 ? ": " : ", "), $4 }'
}

tell_end() {
  say ''
  say "Belfry $running is running${domain:+ at https://$domain}."
  if [ -f "$data/setup-link" ]; then
    say "Create the administrator${email:+, $email} (works once, for 24 hours):"
    say "  $(cat "$data/setup-link")"
  fi
  [ -n "$(setting SMTP_URL)" ] || missing="$missing
  Email: nobody gets any yet. Run this again with --smtp, then: belfry doctor mail"
  case $proxy in
    caddy) ;;
    none) [ -n "$domain" ] && told="Caddy is not installed." || told="No host name was given. Run this again with --domain."
      missing="$missing
  The web: $told" ;;
    *) missing="$missing
  The web: $proxy has the ports 80 and 443. Let it pass https://$domain on to 127.0.0.1:$port, as docs/hosting.md shows." ;;
  esac
  [ -z "$missing" ] || say "Still missing:$missing"
  say 'At any time: belfry doctor'
}

missing='' is_changed=''
check_machine
collect
choose_port
choose_proxy
choose_packages
tell_plan
[ -z "$dry" ] || exit 0
if [ -z "$yes" ]; then
  case $(ask 'Go on? [Y/n]') in [nN]*) fail 'Nothing was changed.' 0 ;; esac
fi
install_packages
make_user
copy_program
write_settings
write_units
start_service
set_up_caddy
set_up_firewall
await_domain
tell_end
