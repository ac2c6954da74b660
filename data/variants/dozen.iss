# No digit is given: these twelve constraints have exactly one solution.
.Whisper~5~R5C2~R5C3~R5C4~R6C4~R7C5~R8C6
  .Whisper~5~R3C2~R2C3~R2C4~R3C5~R3C6~R2C7
  .Whisper~5~R5C5~R6C6~R7C7~R6C7~R5C7~R4C8
  .Thermo~R9C5~R9C4~R8C3~R7C3~R8C4~R8C5
  .Thermo~R9C1~R9C2~R8C2~R9C3
  .Arrow~R3C3~R4C2~R4C3~R4C4
  .Arrow~R9C8~R8C7~R7C8~R6C8
  .Cage~12~R6C2~R6C3
  .Cage~14~R1C4~R1C3
  .WhiteDot~R1C5~R2C5
  .WhiteDot~R7C8~R8C8
  .BlackDot~R8C8~R8C9
