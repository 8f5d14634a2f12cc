/*
 * The PowerShell side of WIA (Windows Image Acquisition, automation layer 2.0). What is asked comes as JSON in an environment
 * variable, never in the script's text, so that no name of a device or folder can become code; what is answered is one JSON
 * object a line. Property numbers and error codes: wiadef.h.
 */

/** The variable in which a script finds what it is asked. */
export const askVariable = 'MAILROOM_WIA_ASK';

const common = `
$ErrorActionPreference = 'Stop'
[Console]::OutputEncoding = New-Object System.Text.UTF8Encoding $false
$ask = $env:${askVariable} | ConvertFrom-Json
function Say($value) { [Console]::Out.WriteLine((ConvertTo-Json $value -Compress -Depth 6)); [Console]::Out.Flush() }
function Fail($problem) {
  $inner = $problem.Exception
  while ($inner.InnerException) { $inner = $inner.InnerException }
  Say @{ event = 'fault'; code = ('{0:X8}' -f $inner.HResult) }
  exit 0
}
function Value($properties, $id) { try { return $properties.Item([string]$id).Value } catch { return $null } }
function Put($properties, $id, $value) { try { $properties.Item([string]$id).Value = $value; return $true } catch { return $false } }
$scanners = New-Object -ComObject WIA.DeviceManager
function Device() {
  foreach ($info in $scanners.DeviceInfos) { if ($info.DeviceID -eq $ask.device) { return $info.Connect() } }
  Say @{ event = 'fault'; code = '80210015' }
  exit 0
}
`;

/** Says \`{event:"scanner",device,name}\` for each scanner; ends with \`{event:"end"}\` or a fault. */
export const listScript = `${common}
try {
  foreach ($info in $scanners.DeviceInfos) {
    if ($info.Type -eq 1) { Say @{ event = 'scanner'; device = $info.DeviceID; name = [string](Value $info.Properties 7) } }
  }
  Say @{ event = 'end' }
} catch { Fail $_ }
`;

/**
 * Says \`{event:"capabilities",handling,bed:[w,h],feeder:[w,h],resolutions,types,brightness,contrast}\`; sizes in 1/1000 inch, types
 * those of pixels that the device lists (4103), none where it lists none.
 */
export const capabilitiesScript = `${common}
try {
  $device = Device
  $item = $device.Items(1)
  $resolution = $item.Properties.Item('6147')
  if ($resolution.SubType -eq 1) { $list = @(75,100,150,200,300,400,600,1200 | Where-Object { $_ -ge $resolution.SubTypeMin -and $_ -le $resolution.SubTypeMax }) }
  elseif ($resolution.SubType -eq 2) { $list = @($resolution.SubTypeValues) } else { $list = @($resolution.Value) }
  $types = @()
  try { $type = $item.Properties.Item('4103'); if ($type.SubType -eq 2) { $types = @($type.SubTypeValues) } } catch { }
  Say @{
    event = 'capabilities'
    handling = [int](Value $device.Properties 3086)
    bed = @([int](Value $device.Properties 3074), [int](Value $device.Properties 3075))
    feeder = @([int](Value $device.Properties 3076), [int](Value $device.Properties 3077))
    resolutions = $list
    types = $types
    brightness = ($null -ne (Value $item.Properties 6154))
    contrast = ($null -ne (Value $item.Properties 6155))
  }
} catch { Fail $_ }
`;

/** Says \`{event:"page",path}\` for each page, whole on the disk; ends with \`{event:"end"}\` or a fault. */
export const scanScript = `${common}
$number = 0
try {
  $device = Device
  if ($null -ne (Value $device.Properties 3088)) {
    if (-not (Put $device.Properties 3088 $ask.handling)) { Say @{ event = 'fault'; code = 'refused'; setting = 'source' }; exit 0 }
    [void](Put $device.Properties 3096 1)
  }
  $item = $device.Items(1)
  [void](Put $item.Properties 6146 $ask.intent)
  foreach ($id in 6147, 6148) {
    if (-not (Put $item.Properties $id $ask.resolution)) { Say @{ event = 'fault'; code = 'refused'; setting = 'resolution' }; exit 0 }
  }
  [void](Put $item.Properties 6149 0); [void](Put $item.Properties 6150 0)
  foreach ($pair in @(@(6151, $ask.width), @(6152, $ask.height))) {
    $property = $item.Properties.Item([string]$pair[0])
    $most = if ($property.SubType -eq 1) { $property.SubTypeMax } else { $pair[1] }
    [void](Put $item.Properties $pair[0] ([Math]::Min($most, $pair[1])))
  }
  foreach ($pair in @(@(6154, $ask.brightness), @(6155, $ask.contrast))) {
    if ($pair[1] -ne 0) {
      $property = $item.Properties.Item([string]$pair[0])
      if ($property.SubType -eq 1) {
        $middle = ($property.SubTypeMin + $property.SubTypeMax) / 2
        [void](Put $item.Properties $pair[0] ([int]($middle + $pair[1] / 100 * ($property.SubTypeMax - $property.SubTypeMin) / 2)))
      }
    }
  }
  while ($number -lt $ask.pages) {
    $image = $item.Transfer('{B96B3CAF-0728-11D3-9D7B-0000F81EF32E}')
    $number++
    if ($image.FormatID -ne '{B96B3CAF-0728-11D3-9D7B-0000F81EF32E}') {
      $process = New-Object -ComObject WIA.ImageProcess
      $process.Filters.Add($process.FilterInfos('Convert').FilterID)
      $process.Filters(1).Properties('FormatID').Value = '{B96B3CAF-0728-11D3-9D7B-0000F81EF32E}'
      $image = $process.Apply($image)
    }
    $path = Join-Path $ask.folder ('page-{0}.png' -f $number)
    $image.SaveFile($path + '.part')
    Move-Item -LiteralPath ($path + '.part') -Destination $path
    Say @{ event = 'page'; path = $path }
  }
  Say @{ event = 'end' }
} catch { Fail $_ }
`;
