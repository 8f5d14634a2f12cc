#!/bin/sh
# Walks the whole interface of the document processing service with curl, by its interface document alone: every operation once so that
# it succeeds, and the refusals that have a status of their own. Prints "METHOD /path status" a call, ends at the first wrong answer.
# Wants MAILROOM_BASE_URL, MAILROOM_CLIENT_ID, MAILROOM_CLIENT_SECRET and a service whose data nobody minds.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
token=none

# call METHOD TEMPLATE ID STATUS [curl arguments]: STATUS is a pattern such as 2??; {type} is tax_codes, any other parameter is ID.
call() {
  method=$1 template=$2 id=$3 wanted=$4
  shift 4
  [ "$token" = none ] || set -- --header "Authorization: Bearer $token" "$@"
  path=$(printf '%s' "$template" | sed "s/{type}/tax_codes/; s/{[a-zA-Z]*}/$id/")
  status=$(curl --silent --show-error --max-time 60 --output "$folder/body" --dump-header "$folder/head" \
    --write-out '%{http_code}' --request "$method" "$@" "$MAILROOM_BASE_URL$path")
  printf '%s %s %s\n' "$method" "$template" "$status"
  # shellcheck disable=SC2254 # the status is a pattern on purpose
  case $status in
    $wanted) ;;
    *) fail "wanted $wanted: $(cat "$folder/body")" ;;
  esac
  for header in x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset; do
    grep -qi "^$header: " "$folder/head" || fail "no $header"
  done
}

json() { # json METHOD TEMPLATE ID STATUS BODY
  call "$1" "$2" "$3" "$4" --header 'Content-Type: application/json' --data "$5"
}

text() { # text METHOD TEMPLATE ID STATUS BODY
  call "$1" "$2" "$3" "$4" --header 'Content-Type: text/plain' --data "$5"
}

merge() { # merge TEMPLATE ID STATUS BODY
  call PATCH "$1" "$2" "$3" --header 'Content-Type: application/merge-patch+json' --data "$4"
}

fail() {
  printf 'wrong answer of %s %s: %s\n' "$method" "$template" "$1" >&2
  exit 1
}

field() { # the first value of a text field of the last answer
  grep -o "\"$1\":\"[^\"]*\"" "$folder/body" | head -n 1 | cut -d '"' -f 4
}

holds() {
  grep -q -- "$1" "$folder/body" || fail "no $1 in $(cat "$folder/body")"
}

says() {
  grep -qi -- "$1" "$folder/head" || fail "no header $1"
}

settled() { # settled TEMPLATE ID: asks until nothing is in process
  for _ in $(seq 200); do
    call GET "$1" "$2" 200
    case $(field state) in new | processing) sleep 0.1 ;; *) return 0 ;; esac
  done
  fail 'still in process'
}

# Authorization
grant='grant_type=client_credentials'
call POST /auth/token - 401 --user 'wrong:pair' --data "$grant"
holds '"title"'
call POST /auth/token - 200 --user "$MAILROOM_CLIENT_ID:$MAILROOM_CLIENT_SECRET" --data "$grant"
says '^cache-control: no-store'
says '^pragma: no-cache'
holds '"token_type":"Bearer"'
token=wrong
call GET /documents - 401
token=none
call POST /auth/token - 200 --user "$MAILROOM_CLIENT_ID:$MAILROOM_CLIENT_SECRET" --data "$grant"
token=$(field access_token)

# Files
printf '%%PDF-1.4\n%% walked\n%%%%EOF\n' >"$folder/file.pdf"
call POST /files - 400 --header 'Content-Type: application/x-unknown' --data-binary "@$folder/file.pdf"
call POST /files - 201 --header 'Content-Type: application/pdf' --header 'X-Hy-Filename: walked.pdf' --data-binary "@$folder/file.pdf"
file=$(field id)
call POST /files - 201 --header 'Content-Type: text/csv' --data-binary 'a;b'
second=$(field id)
call GET '/files/{id}' "$file" 200
says '^content-type: application/pdf'
says '^x-hy-filename: walked.pdf'
cmp "$folder/file.pdf" "$folder/body"
call GET '/files/{id}' nothing 404

# Documents
json POST /documents/process-file - 202 "{\"fileId\":\"$file\",\"projectId\":\"mail-in\",\"externalId\":\"W-1\",\"externalData\":{\"k\":1}}"
document=$(field documentId)
json POST /documents/process-file - 404 '{"fileId":"nothing","projectId":"mail-in"}'
settled '/documents/{id}' "$document"
holds '"externalId":"W-1"'
call GET '/documents/{id}' nothing 404
call GET '/documents/{id}/states' "$document" 200
holds '^\[{"state":"new"'
call GET "/documents?projectId=mail-in&state=doneAutomatically&state=done&fileId=$file&limit=500&offset=0&sort=-createdAt" - 200
holds '"limit":50'
holds '"totalCount":1'
call GET '/documents?sort=title' - 400
call GET /documents - 200
text POST '/documents/{id}/title' "$document" '2??' 'Walked'
text POST '/documents/{id}/external-id' "$document" '2??' 'W-2'
json POST '/documents/{id}/external-data' "$document" '2??' '{}'
json POST '/documents/{id}/transfer' "$document" 400 '{"message":"x"}'
json POST '/documents/{id}/transfer' "$document" 202 '{"successful":false,"message":"closed"}'
call GET '/documents/{id}' "$document" 200
holds '"title":"Walked"'
holds '"externalId":"W-2"'

# Documents as XML, emails (while the document has a result)
call GET "/document-xml/documents/{id}?projectId=mail-in" "$document" 200
holds '<?xml'
call GET '/document-xml/documents/{id}' "$document" 400
holds '"errorAt"'
call GET '/emails/{id}' "$document" 200
call GET '/emails/{id}/content' "$document" 200
call GET '/emails/{id}/eml' "$document" 200
call POST '/documents/{id}/reject' "$document" '2??'

# Cases
json POST /cases/process-file-batch - '2??' "{\"fileIds\":[\"$second\"],\"projectId\":\"accounts-payable\",\"externalId\":\"B-1\"}"
batch=$(field fileBatchId)
json POST /cases/create - '2??' "{\"projectId\":\"accounts-payable\",\"files\":[{\"id\":\"$file\",\"type\":\"invoice\",\"mainFile\":true},{\"id\":\"$second\",\"type\":\"attachment\"}]}"
case=$(field caseId)
call GET "/cases?fileBatchId=$batch" - 200
call GET /cases - 200
settled '/cases/{id}' "$case"
call GET '/cases/{id}/files' "$case" 200 --header 'Accept: application/zip'
holds '^PK'
call GET '/cases/{id}/files?mainFile=true' "$case" 200 --header 'Accept: multipart/mixed'
holds 'filename="walked.pdf"'
json POST '/cases/{id}/transfer' "$case" '2??' '{"successful":true}'

# Projects
json POST /projects - '2??' '{"name":"Walked"}'
project=$(field id)
call GET '/projects?search=walked&limit=1' - 200
call GET /projects - 200
json PATCH '/projects/{id}' "$project" '2??' '{"note":"n","retentionDays":30}'
json PATCH '/projects/{id}' "$project" '2??' '{"note":null}'
json PATCH '/projects/{id}' "$project" '4??' '{"name":null}'
json PATCH '/projects/{id}' "$project" '4??' '{}'
call GET '/projects/{id}' "$project" 200
holds '"note":null'
holds '"retentionDays":30'
call GET '/projects/{id}/schema' "$project" 200

# Enrichment
for family in invoices companies suppliers purchase-orders gl-accounts cost-centers approvers customers contracts sales-orders products \
  customer-products addresses quotes goods-receipts profit-centers internal-orders projects 'lookup-tables/{type}'; do
  more=''
  case $family in
    invoices) more=',"invoiceLines":[],"currency":"EUR"' ;;
    internal-orders) more=',"internalOrderCode":"007","language":"de"' ;;
  esac
  json POST "/enrichment/$family" - 200 "{\"externalId\":\"w-1\"$more}"
  holds '"id":"'
  json POST "/enrichment/$family" - 422 '{}'
  holds '"loc":\['
  merge "/enrichment/$family/{externalId}" w-1 200 "{\"externalId\":\"w-1\"$more}"
  merge "/enrichment/$family/{externalId}" nothing 404 "{\"externalId\":\"nothing\"$more}"
  json PATCH "/enrichment/$family/{externalId}" w-1 415 '{}'
  call DELETE "/enrichment/$family/{externalId}" w-1 '2??'
  call DELETE "/enrichment/$family/{externalId}" w-1 404
done

# Agents and agent workflows, enrichment workflows, routings
stored() { # stored PATH BODY ID-PARAMETER: create, list, read, replace; leaves the id in $made
  json POST "$1" - '2??' "$2"
  made=$(field id)
  call GET "$1" - 200
  holds "$made"
  call GET "$1/{$3}" "$made" 200
  json PUT "$1/{$3}" "$made" '2??' "$2"
}
removed() { # removed PATH ID-PARAMETER
  call DELETE "$1/{$2}" "$made" '2??'
  call GET "$1/{$2}" "$made" 404
}
stored /agents '{"name":"W","description":"d","prompt":"p","type":"BASIC"}' id
json POST /agents - 422 '{"name":"W","description":"d","prompt":"p","type":"BASIC","isOotb":true}'
json PATCH '/agents/{id}' "$made" '2??' '{"prompt":"q"}'
removed /agents id
stored /agent-workflows '{"name":"W","workflowConfiguration":{"steps":[]}}' id
json PATCH '/agent-workflows/{id}' "$made" '2??' '{"description":"d"}'
removed /agent-workflows id
stored /enrichment-workflows '{"name":"W","definition":"steps: []"}' workflowId
call GET '/enrichment-workflows/{workflowId}/history' "$made" 200
removed /enrichment-workflows workflowId
stored /routings '{"name":"W","fromProjectId":"mail-in","toProjectId":"contracts"}' id
json POST '/routings/{id}/order' "$made" '2??' '{"order":0}'
removed /routings id
