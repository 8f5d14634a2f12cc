@"%~dp0node.exe" "%~dp0out\cli\index.js" %*
