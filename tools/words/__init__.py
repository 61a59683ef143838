"""Every word a user reads or says, one folder a language; decides nothing about the home."""
